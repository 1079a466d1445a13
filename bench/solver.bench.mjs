import { built } from './support/built.mjs';
import { cpuMs, median, row, sized } from './support/report.mjs';

const PACKAGES = sized(1000, 50, 'BENCH_PACKAGES');
const VERSIONS = sized(316, 40, 'BENCH_VERSIONS');
const ROUNDS = sized(15, 1);
const MAJORS = 8;

/** The same numbers in every run. */
function seeded(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const nameOf = (at) => `@acme/package-${String(at).padStart(4, '0')}`;

/** Versions grow over eight majors; every fifth one is a build for a release. */
function versionOf(at) {
  const [major, rest] = [Math.floor((at * MAJORS) / VERSIONS) + 1, at % 40];
  const plain = `${major}.${Math.floor(rest / 5)}.${at}`;
  return at % 5 === 4 ? `${plain}-2023.${1 + (at % 2)}` : plain;
}

/**
 * Every package needs the next one and some others, in what they were when it was built; some ask
 * for a narrow range, and some of the newest for what has never been there.
 */
function packageAt(at, random) {
  const others = Array.from({ length: 2 + random(4) }, () => random(PACKAGES));
  const candidates = Array.from({ length: VERSIONS }, (_, age) => {
    const version = VERSIONS - 1 - age;
    const major = Math.floor((version * MAJORS) / VERSIONS) + 1;
    const requires = new Map([[nameOf((at + 1) % PACKAGES), `>=${Math.max(1, major - 1)}`]]);
    for (const other of others) {
      requires.set(nameOf(other), random(10) === 0 ? `~${major}.${random(8)}` : `^${major}`);
    }
    if (age < 3 && random(10) === 0) requires.set(nameOf(others[0]), `>=${MAJORS + 1}`);
    return {
      version: versionOf(version),
      requires: [...requires].map(([name, range]) => ({ name, range })),
    };
  });
  return { name: nameOf(at), candidates };
}

function problems() {
  const random = seeded(8);
  const packages = Array.from({ length: PACKAGES }, (_, at) => packageAt(at, random));
  const asked = { name: nameOf(0), range: '', why: 'asked for' };
  return {
    'one that takes all others along': { packages, demands: [asked] },
    'an old version of it': { packages, demands: [{ ...asked, range: '^2' }] },
    'two that contradict each other': {
      packages,
      demands: [
        { ...asked, range: `^${MAJORS}` },
        ...packages.slice(1, 40).map(({ name }) => ({ name, range: '^1', why: 'asked for' })),
      ],
    },
  };
}

/** CPU time of the solver alone: versions are read and ordered with the index, ranges by the solver. */
export async function run() {
  const { solve } = await built('cores/solver/solve.js');
  const { sortVersions } = await built('cores/solver/sorted-versions.js');
  for (const [title, { packages, demands }] of Object.entries(problems())) {
    const read = packages.map((one) => ({
      ...one,
      sorted: sortVersions(one.candidates.map(({ version }) => version)),
    }));
    const problem = { packages: read, demands };
    const took = [];
    for (let round = 0; round < ROUNDS; round++) {
      const begun = cpuMs();
      solve(problem);
      took.push(cpuMs() - begun);
    }
    row(`${title}, median`, { measured: median(took), aim: 200 });
    row(`${title}, first`, { measured: took[0] });
  }
}
