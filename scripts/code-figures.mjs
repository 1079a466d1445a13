#!/usr/bin/env node
/**
 * Prints the figures of the source tree, each with the most that it may be, and fails when one is beyond it:
 * `node scripts/code-figures.mjs`, part of `npm run arch`. A limit only ever goes down.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const SPEC = /\.(?:spec|int-spec|contract-spec|e2e-spec|contract-suite)\.ts$/;
const DEPENDENCIES_MAX = 5;
const LEVELS_MAX = 3;
const SMALL_LINES = 50;

const tracked = ['src', 'test', 'docs', 'packages'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(relative(ROOT, entry.parentPath), entry.name))
    .filter((file) => !/(?:^|\/)(?:node_modules|dist)\//.test(file)),
);
const textOf = new Map(
  tracked
    .filter((file) => /\.(?:ts|md)$/.test(file))
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
);
const files = (test) => [...textOf].filter(([file]) => test(file));
const sources = files(
  (file) => file.startsWith('src/') && file.endsWith('.ts') && !SPEC.test(file),
);
const tests = files(
  (file) => (file.startsWith('test/') || SPEC.test(file)) && file.endsWith('.ts'),
);
const linesOf = ([, text]) => text.split('\n').length;
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const share = (sorted, part) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

const importsOf = (file, text) =>
  [...text.matchAll(/from '([.#][^']+)'/g)].map(([, to]) => ({
    levels: to.split('../').length - 1,
    target: to.startsWith('#') ? `src/${to.slice(1)}` : posix.join(posix.dirname(file), to),
  }));

/** Folders of one domain or room that import each other in a circle: how many such circles there are. */
function folderCycles() {
  const arrows = new Map();
  for (const [file, text] of sources) {
    const house = /^src\/(?:domains\/)?[^/]+\//.exec(file)?.[0];
    const from = folderIn(house, file);
    for (const { target } of importsOf(file, text)) {
      const to = folderIn(house, target);
      if (!from || !to || from === to) continue;
      arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
  }
  return knots(arrows);
}

/** The folder of a file directly below its domain or room. */
function folderIn(house, file) {
  if (!house || !file.startsWith(house)) return undefined;
  const [folder, ...rest] = file.slice(house.length).split('/');
  return rest.length > 0 ? house + folder : undefined;
}

/** Groups of two and more folders that all reach each other. */
function knots(arrows) {
  const reach = (from) => {
    const seen = new Set();
    const next = [from];
    for (let at = next.pop(); at; at = next.pop()) {
      for (const to of arrows.get(at) ?? []) {
        if (seen.has(to)) continue;
        seen.add(to);
        next.push(to);
      }
    }
    return seen;
  };
  const reached = new Map([...arrows.keys()].map((folder) => [folder, reach(folder)]));
  const groups = new Map();
  for (const [folder, seen] of reached) {
    if (!seen.has(folder)) continue;
    const members = [...seen].filter((other) => reached.get(other)?.has(folder)).sort();
    groups.set(members.join(' '), members);
  }
  return [...groups.values()];
}

/** How many parameters the constructor of a file has; those of decorators do not count. */
function parametersOf(text) {
  const [, after = ''] = text.split(/\n {2}constructor\(/);
  const bare = after.replace(/\/\/.*|@\w+\([^)]*\)|<[^>]*>|\{[^}]*\}(?=: [A-Z])/g, '');
  const [parameters] = bare.split(/\) \{/);
  return parameters.split(',').filter((one) => one.trim() !== '').length;
}

const injectables = sources.filter(([, text]) => /^@Injectable\(/m.test(text));
/** Constructor parameters of each injectable class. */
const dependencies = injectables.map(([file, text]) => ({ file, count: parametersOf(text) }));
/** Injectable classes that offer one method at most: a function would often do. */
const offersLittle = ([, text]) => {
  const [body] = text.split(/^export (?:abstract )?class /m)[1].split('\n}\n');
  const members = body.matchAll(
    /^ {2}(?!private |protected |constructor)(?:[a-z]+ |\*)*\w+(?:<.*>)?\(/gm,
  );
  return [...members].length <= 1;
};
const timesImported = new Map();
for (const [file, text] of sources) {
  for (const { target } of importsOf(file, text)) {
    const imported = target.replace(/\.js$/, '.ts');
    timesImported.set(imported, (timesImported.get(imported) ?? 0) + 1);
  }
}
const isSmall = (source) => linesOf(source) < SMALL_LINES;
const isImportedOnce = ([file]) => timesImported.get(file) === 1;
const records = files((file) => /^docs\/decisions\/\d{4}-/.test(file));
const isCited = ([file]) => {
  const number = /\/(\d{4})-/.exec(file)[1];
  const name = file.split('/').at(-1);
  return [...textOf].some(
    ([other, text]) =>
      other !== file &&
      !other.startsWith('docs/decisions/') &&
      (text.includes(name) ||
        text.includes(`ADR ${number}`) ||
        text.includes(`decision ${number}`)),
  );
};
/** Words that have given way to the field's own: wish -> request, whence -> origin, shelf -> visible versions … */
const GONE = new Set(
  'wish wishes wished whence glance glances overshadowed surroundings keeper keepers shelf shelves'.split(
    ' ',
  ),
);
/** Names that databases hold and words of others: they stay. */
const STAYING =
  /\b(?:shelf|mergedShelf|shelves|merged_shelf|shelf_of_release|merged_shelf_of_release|doYouWishToCrossTheBridgeOfDeath)\b/g;
const goneWords = [...textOf]
  .filter(([file]) => file.endsWith('.ts') && !file.includes('/generated/'))
  .flatMap(([file, text]) =>
    `${file}\n${text}`
      .replaceAll(STAYING, '')
      .split('\n')
      .flatMap((line, at) =>
        line
          .split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/)
          .filter((word) => GONE.has(word.toLowerCase()))
          .map((word) => `${file}:${at} ${word}`),
      ),
  );
/** Exported classes that do not bear the role of their file: `x.service.ts` has a `…Service`. */
const misnamed = [...textOf].flatMap(([file, text]) => {
  const [, role] = /\.(service|controller|repository|module)\.ts$/.exec(file) ?? [];
  if (!role) return [];
  const suffix = role[0].toUpperCase() + role.slice(1);
  return [...text.matchAll(/^export (?:abstract )?class (\w+)/gm)]
    .filter(([, name]) => !name.endsWith(suffix) && !name.endsWith('Repositories'))
    .map(([, name]) => `${file} ${name}`);
});
const lengths = sources.map(linesOf).sort((a, b) => a - b);

const FIGURES = [
  ['source files', sources.length],
  ['lines of source', sum(lengths)],
  ['lines per file: median', share(lengths, 0.5)],
  ['lines per file: p90', share(lengths, 0.9), 150],
  ['lines per file: most', lengths.at(-1), 310],
  ['lines of tests to one of source', Number((sum(tests.map(linesOf)) / sum(lengths)).toFixed(2))],
  ['groups of folders in a circle', folderCycles().length, 0],
  [
    `classes with more than ${DEPENDENCIES_MAX} dependencies`,
    dependencies.filter(({ count }) => count > DEPENDENCIES_MAX).length,
    2,
  ],
  ['injectable classes', injectables.length],
  ['  with one public method at most', injectables.filter(offersLittle).length],
  [`files below ${SMALL_LINES} lines`, sources.filter(isSmall).length],
  [
    '  that are imported once',
    sources.filter((source) => isSmall(source) && isImportedOnce(source)).length,
  ],
  [
    `imports that climb more than ${LEVELS_MAX} levels`,
    sum(
      [...sources, ...tests].map(
        ([file, text]) => importsOf(file, text).filter(({ levels }) => levels > LEVELS_MAX).length,
      ),
    ),
    0,
  ],
  ['decision records', records.length, 60],
  [
    'decision records that nothing refers to',
    records.filter((record) => !isCited(record)).length,
    0,
  ],
  [
    'exceptions from the number of parameters',
    sum(sources.map(([, text]) => text.split('eslint-disable-next-line max-params').length - 1)),
    7,
  ],
  ['classes without the suffix of their file', misnamed.length, 0],
  ['words that are gone and stand in code again', goneWords.length, 0],
];
const verdict = (value, most) => (most === undefined ? '' : value > most ? 'BEYOND' : 'ok');
for (const [name, value, most] of FIGURES) {
  console.log(
    `${name.padEnd(44)} ${String(value).padStart(7)} ${String(most ?? '').padStart(7)} ${verdict(value, most)}`,
  );
}
if (process.argv.includes('--cycles'))
  for (const knot of folderCycles()) console.log(knot.join(' '));
if (misnamed.length > 0) console.log(misnamed.join('\n'));
if (goneWords.length > 0) console.log(goneWords.join('\n'));
process.exitCode = FIGURES.some(([, value, most]) => verdict(value, most) === 'BEYOND') ? 1 : 0;
