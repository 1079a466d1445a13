import { kindInWords, type PackageMember } from './packed-document.js';

/** What the first page of a package tells. */
export interface ReadmeFacts {
  readonly title: string;
  readonly description: string;
  readonly members: readonly PackageMember[];
  readonly dependencies: readonly string[];
}

/** What Markdown would take for something else. */
const SPECIAL = /[\\`*_[\]<>|#~]/g;

/** A README that says what can be known of a package; the rest is for its author to write. */
export function readmeStub({ title, description, members, dependencies }: ReadmeFacts): string {
  const entries = members.filter(({ isChosen }) => isChosen);
  return [
    `# ${plain(title)}`,
    '',
    description === '' ? 'What this package is for.' : plain(description),
    '',
    '## How to run',
    '',
    ...entries.map((member) => `- ${line(member)}`),
    '',
    '## What it holds',
    '',
    ...members.map((member) => `- ${line(member)}`),
    '',
    ...(dependencies.length === 0
      ? []
      : ['## What it needs', '', ...dependencies.map((name) => `- ${plain(name)}`), '']),
  ].join('\n');
}

function line({ kind, name }: PackageMember): string {
  return `${kindInWords(kind)} **${plain(name)}**`;
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replace(SPECIAL, String.raw`\$&`);
}
