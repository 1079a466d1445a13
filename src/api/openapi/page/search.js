/** Words that say nothing about an operation. */
const FILLERS = new Set(
  (
    'a an the who this of to how do i is are in on for my what which with by up ' +
    'all and at be can does from it me or was'
  ).split(' '),
);

/** Other words that the API uses for what a reader may call it. */
const SYNONYMS = Object.entries({
  add: ['create', 'make', 'put', 'assign', 'update'],
  approve: ['finish'],
  change: ['update'],
  create: ['add', 'make', 'put'],
  disable: ['stop', 'switch'],
  edit: ['update'],
  enable: ['start', 'switch'],
  give: ['assign', 'update'],
  grant: ['assign', 'update'],
  last: ['newest'],
  latest: ['newest'],
  log: ['audit'],
  make: ['create', 'put'],
  modify: ['update'],
  new: ['create', 'make', 'put'],
  permission: ['role'],
  read: ['get'],
  remove: ['delete'],
  rename: ['update'],
  reset: ['change', 'update'],
  rotate: ['regenerate', 'issue'],
  run: ['start'],
  show: ['get', 'list'],
  stop: ['cancel'],
  undo: ['revert'],
  uninstall: ['delete'],
  user: ['account'],
  view: ['get', 'list'],
  webhook: ['endpoint'],
});

/** Words that mean something else together. */
const PHRASES = [{ said: /\bback up\b/, meant: 'take backup' }];

/** What a word counts for where it stands. */
const WEIGHTS = Object.entries({ id: 8, summary: 6, path: 3, members: 2, text: 1 });

/** A word that is held so well counts half of what it may: to hold all words tells more than one at many places. */
const ENOUGH = 6;

/** What is left of a score for each word that is not held. */
const MISSING = 0.3;

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

/** `startJob` becomes `start Job`. */
const apart = (name) => name.replace(/([a-z])([A-Z])/g, '$1 $2');

/** `startJob` is found by `start job` and by `startjob`. */
function wordsOfNames(text) {
  return wordsOf(`${text} ${apart(text)}`);
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
  const name = wordsOf(apart(id));
  const told = Object.entries({ ...parts, name }).map(([part, words]) => [
    part,
    [...new Set(words)].map((word) => ({ word, stem: stemOf(word) })),
  ]);
  return Object.fromEntries(told);
}

/**
 * The operations that hold all words of a query, the best first; where none does, those that hold the
 * most of them. Others that say more with fewer words come before them.
 * @returns {{ found: any[], hasAll: boolean }}
 */
export function search(operations, query) {
  const given = wordsOf(query);
  if (given.length === 0) return { found: operations, hasAll: true };
  const meant = wordsOf(
    PHRASES.reduce((text, one) => text.replace(one.said, one.meant), given.join(' ')),
  );
  const telling = meant.filter((word) => !FILLERS.has(word));
  const words = (telling.length > 0 ? telling : meant).map(meaningsOf);
  const isNamed = ({ id }) => id.toLowerCase() === given.join('');
  const rated = rate(operations, words).map((one) =>
    isNamed(one.entry) ? { ...one, count: words.length, score: Infinity } : one,
  );
  const most = Math.max(0, ...rated.map(({ count }) => count));
  if (most === 0) return { found: [], hasAll: false };
  const bar = Math.max(...rated.filter(({ count }) => count === most).map(({ score }) => score));
  const best = rated
    .filter(({ count, score }) => count === most || score > bar)
    .sort((a, b) => b.score - a.score);
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

/** How many of the words each operation holds, and how much they tell there: the rarer a word, the more. */
function rate(operations, words) {
  const scores = operations.map(({ index }) => words.map((meanings) => scoreOf(index, meanings)));
  // Where a word stands in passing, it makes the word less rare by less.
  const rarities = words.map((_, at) => {
    const told = scores.map((row) => row[at]);
    const holding = told.reduce((sum, score) => sum + score, 0) / Math.max(1, ...told);
    return Math.log2(1 + operations.length / Math.max(1, holding));
  });
  return operations.map((entry, at) => {
    const count = scores[at].filter((score) => score > 0).length;
    const told = scores[at].reduce(
      (sum, score, word) => sum + (score / (score + ENOUGH)) * rarities[word],
      0,
    );
    const besides = entry.index.summary.length / 100;
    const score = told * (1 + shareOf(entry.index, words)) * MISSING ** (words.length - count);
    return { entry, count, score: score - besides };
  });
}

/** How much of its name is asked for: of two that hold the same words, the one that says less besides is meant. */
function shareOf({ name }, words) {
  const isAsked = (held) =>
    words.some((meanings) => meanings.some((one) => likeness(held, one) > 0));
  return name.filter(isAsked).length / name.length;
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
