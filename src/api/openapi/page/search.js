/** Words that say nothing about an operation. */
const FILLERS = new Set(
  (
    'a an the who this of to how do i is are in on for my what which with by up ' +
    'all and at be can does from it me or was'
  ).split(' '),
);

/** Other words that the API uses for what a reader may call it. */
const SYNONYMS = Object.entries({
  add: ['create', 'assign', 'update'],
  approve: ['finish'],
  disable: ['stop', 'switch'],
  enable: ['start', 'switch'],
  give: ['assign', 'update'],
  grant: ['assign', 'update'],
  last: ['newest'],
  latest: ['newest'],
  permission: ['role'],
  rotate: ['regenerate', 'issue'],
  run: ['start'],
  undo: ['revert'],
  uninstall: ['delete'],
  user: ['account'],
  webhook: ['endpoint'],
});

/** What a word counts for where it stands. */
const WEIGHTS = Object.entries({ id: 8, summary: 6, path: 3, members: 2, text: 1 });

/** From so many letters on, words that begin alike count as alike. */
const PREFIX_MIN = 4;

/** `jobs` and `job`, `backed` and `back`, `policies` and `policy` become the same. */
function stemOf(word) {
  const stem = word.replace(/(?<=\w{3})(?:ies|es|(?<!s)s|ed|ing|ion|e|y)$/, '');
  return stem.replace(/([^aeiou\d])\1$/, '$1');
}

function wordsOf(text = '') {
  return text.toLowerCase().match(/[a-z\d]+/g) ?? [];
}

/** `startJob` is found by `start job` and by `startjob`. */
function wordsOfNames(text) {
  return wordsOf(`${text} ${text.replace(/([a-z])([A-Z])/g, '$1 $2')}`);
}

/** The words of each part of an operation, as `search` looks for them. */
export function searchIndex({ id, method, path, tag, members, operation }) {
  // All descriptions begin with who is admitted: every one of them would be found by `role`.
  const text = operation.description?.replace(/^Admits [^.]*\./, '');
  const parts = {
    id: wordsOfNames(id),
    summary: wordsOf(operation.summary),
    path: wordsOf(`${method} ${path} ${tag}`),
    members: wordsOfNames(members.join(' ')),
    text: wordsOf(text),
  };
  const told = Object.entries(parts).map(([part, words]) => [
    part,
    [...new Set(words)].map((word) => ({ word, stem: stemOf(word) })),
  ]);
  return Object.fromEntries(told);
}

/**
 * The operations that hold all words of a query, the best first; where none does, those that hold the
 * most of them.
 * @returns {{ found: any[], hasAll: boolean }}
 */
export function search(operations, query) {
  const given = wordsOf(query);
  if (given.length === 0) return { found: operations, hasAll: true };
  const telling = given.filter((word) => !FILLERS.has(word));
  const words = (telling.length > 0 ? telling : given).map(meaningsOf);
  const isNamed = ({ id }) => id.toLowerCase() === given.join('');
  const rated = operations.map((entry) => ({
    entry,
    ...(isNamed(entry) ? { count: words.length, score: Infinity } : rate(entry.index, words)),
  }));
  const most = Math.max(0, ...rated.map(({ count }) => count));
  if (most === 0) return { found: [], hasAll: false };
  const best = rated.filter(({ count }) => count === most).sort((a, b) => b.score - a.score);
  return { found: best.map(({ entry }) => entry), hasAll: most === words.length };
}

/** A word and those of the API for it. The last word of a query may not be typed to its end. */
function meaningsOf(word, at, { length }) {
  const stem = stemOf(word);
  const others = SYNONYMS.filter(([name]) => stemOf(name) === stem).flatMap(([, same]) => same);
  const prefixMin = at === length - 1 ? 1 : PREFIX_MIN;
  return [
    { word, stem, prefixMin },
    ...others.map((other) => ({ word: other, stem: stemOf(other), prefixMin: PREFIX_MIN })),
  ];
}

function rate(index, words) {
  const scores = words.map((meanings) => scoreOf(index, meanings)).filter((score) => score > 0);
  // Of two that hold the same words, the one that says less besides is meant.
  const besides = (index.id.length + index.summary.length) / 10;
  return { count: scores.length, score: scores.reduce((sum, score) => sum + score, -besides) };
}

/** A word of the API counts less than the one that was typed. */
function scoreOf(index, [own, ...others]) {
  return Math.max(placesOf(index, own), ...others.map((other) => placesOf(index, other) * 0.75));
}

function placesOf(index, wanted) {
  return WEIGHTS.reduce(
    (sum, [part, weight]) =>
      sum + weight * Math.max(0, ...index[part].map((held) => likeness(held, wanted))),
    0,
  );
}

function likeness(held, { word, stem, prefixMin }) {
  if (held.word === word) return 1;
  if (held.stem === stem) return 0.9;
  const isAlike = beginsWith(held.stem, stem, prefixMin) || beginsWith(stem, held.stem, PREFIX_MIN);
  return isAlike ? 0.5 : 0;
}

const beginsWith = (long, short, min) => short.length >= min && long.startsWith(short);
