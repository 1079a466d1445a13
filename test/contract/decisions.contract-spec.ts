import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  deadLinks,
  deadReferences,
  orphans,
  type Texts,
  unlisted,
} from '../support/docs/reference-faults.js';

const FOLDERS = ['bench', 'docs', 'packages', 'scripts', 'src', 'test'];
const FILES = ['CHANGELOG.md', 'CONTRIBUTING.md', 'Dockerfile', 'README.md', 'compose.yaml'];
const RECORDS_MAX = 60;

function projectTexts(): Texts {
  const inside = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((path) => /\.(?:ts|mjs|js|md)$/.test(path))
      .filter((path) => !/\/(?:node_modules|dist|generated)\/|contract\/decisions\./.test(path)),
  );
  return new Map([...FILES, ...inside].map((path) => [path, readFileSync(path, 'utf8')]));
}

const RECORD = 'docs/decisions/0001-one.md';
const SOUND: readonly (readonly [string, string])[] = [
  ['README.md', '[page](docs/page.md#a-heading) [out](https://example.net/x.md)'],
  ['docs/page.md', '# Page\n\n## A `heading`\n\nADR 0001 says so.\n'],
  [RECORD, '# 0001 One\n'],
  ['docs/decisions/README.md', '- [0001 One](0001-one.md)\n'],
];

/** The faults of a small project, one text of which is another one. */
function faultsWith(path: string, text: string): Readonly<Record<string, readonly string[]>> {
  const texts = new Map([...SOUND, [path, text] as const]);
  return {
    links: deadLinks(texts, (file) => texts.has(file)),
    references: deadReferences(texts),
    orphans: orphans(texts).filter((orphan) => orphan !== 'docs/decisions/README.md'),
    unlisted: unlisted(texts),
  };
}

const NONE = { links: [], references: [], orphans: [], unlisted: [] };

describe('Faults of references', () => {
  it.each<[string, string, string, Partial<Record<keyof typeof NONE, readonly string[]>>]>([
    ['nothing', 'src/a.ts', '// ADR 0001, docs/page.md', {}],
    [
      'a file that is not there',
      'docs/page.md',
      '# A heading\nADR 0001 [x](y.md)',
      { links: ['docs/page.md -> docs/y.md'] },
    ],
    [
      'a heading that is not there',
      'docs/page.md',
      'ADR 0001',
      { links: ['README.md -> docs/page.md#a-heading'] },
    ],
    [
      'a number that no record has',
      'src/a.ts',
      '// ADR 0001 and 0002',
      { references: ['src/a.ts: ADR 0002'] },
    ],
    [
      'a page that code names',
      'src/a.ts',
      '// docs/gone.md',
      { references: ['src/a.ts: docs/gone.md'] },
    ],
    ['a record that the index alone names', 'docs/page.md', '# A heading', { orphans: [RECORD] }],
    ['a record that is not in the index', 'docs/decisions/README.md', '', { unlisted: [RECORD] }],
    ['a record with another title than in the index', RECORD, '# 0001 Two', { unlisted: [RECORD] }],
  ])('%s', (_, path, text, faults) => {
    expect(faultsWith(path, text)).toStrictEqual({ ...NONE, ...faults });
  });
});

describe('Decisions and pages', () => {
  let texts: Texts;

  beforeAll(() => {
    texts = projectTexts();
  });

  it('have no dead links', () => {
    expect(deadLinks(texts, existsSync)).toStrictEqual([]);
  });

  it('are named as they are called', () => {
    expect(deadReferences(texts)).toStrictEqual([]);
  });

  it('are each led to by a page or by code', () => {
    expect(orphans(texts)).toStrictEqual([]);
  });

  it('stand in the index by their titles, sixty at most', () => {
    const records = [...texts.keys()].filter((path) => /^docs\/decisions\/\d/.test(path));
    expect(unlisted(texts)).toStrictEqual([]);
    expect(records.length).toBeGreaterThan(0);
    expect(records.length).toBeLessThanOrEqual(RECORDS_MAX);
  });
});
