import { VARIABLES } from './env.js';
import { type Variable } from './variable.js';

const HEAD = 'Generated from `src/platform/config/env.ts` by `npm run docs`; do not edit.';

function groups(): readonly (readonly [string, readonly Variable<unknown>[]])[] {
  return Object.entries(VARIABLES).map(([name, rows]) => [
    name,
    Object.values(rows) as Variable<unknown>[],
  ]);
}

/** `.env.example`: every variable, commented out, with its default. */
export function envExample(): string {
  const sections = groups().map(([name, variables]) => {
    const rows = variables.map(
      ({ note, kind, env, shown }) => `# ${note} (${kind})\n# ${env}=${shown}`,
    );
    return `## ${name}\n\n${rows.join('\n\n')}`;
  });
  return `# ${HEAD}\n# A variable that is empty counts as unset.\n\n${sections.join('\n\n')}\n`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** `docs/configuration.md`: the table of variables. */
export function configurationDocument(): string {
  const sections = groups().map(([name, variables]) => {
    const rows = variables.map(
      ({ env, kind, shown, note, secret }) =>
        `| \`${env}\` | ${cell(kind)}${secret ? ' (secret)' : ''} | ${shown === '' ? '' : `\`${shown}\``} | ${cell(note)} |`,
    );
    return `## ${name}\n\n| variable | value | default | meaning |\n| --- | --- | --- | --- |\n${rows.join('\n')}`;
  });
  return `# Configuration\n\n${HEAD}\n\nAll faults are reported at once when the platform starts. A set variable beats the active profile, which beats the default.\n\n${sections.join('\n\n')}\n`;
}
