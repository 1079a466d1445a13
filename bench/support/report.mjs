const NOTHING = '';

/** With `--smoke`, sizes are small: such a run shows that all benchmarks work, its figures say nothing. */
export const SMOKE = process.env.BENCH_SMOKE !== undefined;

/** A size of a benchmark. @param variable of the environment that sets another one for a real run */
export function sized(full, small, variable) {
  return SMOKE ? small : Number(process.env[variable] ?? full);
}

export const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

export function percentile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** CPU time of this process in milliseconds: others on the machine do not change it much. */
export function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const rows = [];

/** The rows of one benchmark so far, which are forgotten here. */
export const takeRows = () => rows.splice(0);

/**
 * Adds a row and prints it.
 * @param what says which figure this is
 * @param figure `{ measured, unit, baseline, aim, atLeast }`; where there is a baseline, measured in the
 *   same run, the aim is one of the ratio to it; `atLeast` when more is better
 */
export function row(what, { measured, unit = 'ms', baseline, aim, atLeast = false }) {
  if (!Number.isFinite(measured)) throw new Error(`${what}: nothing was measured`);
  const ratio = baseline === undefined ? undefined : measured / baseline;
  const judged = ratio ?? measured;
  const ok = aim === undefined || SMOKE ? undefined : atLeast ? judged >= aim : judged <= aim;
  rows.push({ what, measured, unit, baseline, ratio, aim, atLeast, ok });
  process.stdout.write(`${line(cellsOf(rows.at(-1)))}\n`);
}

export const HEAD = ['what', 'measured', 'baseline', 'ratio', 'aim', 'reached'];
const WIDTHS = [58, 12, 12, 7, 12, 7];

export const line = (cells) =>
  cells
    .map((cell, at) => (at === 0 ? cell.padEnd(WIDTHS[at]) : cell.padStart(WIDTHS[at])))
    .join('  ')
    .trimEnd();

const figure = (value, unit) => {
  if (value === undefined) return NOTHING;
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${Number(value.toFixed(digits))} ${unit}`.trimEnd();
};

/** A row as people read it. */
export function cellsOf({ what, measured, unit, baseline, ratio, aim, atLeast, ok }) {
  const goal = figure(aim, ratio === undefined ? unit : NOTHING);
  return [
    what,
    figure(measured, unit),
    figure(baseline, unit),
    figure(ratio, NOTHING),
    aim === undefined ? NOTHING : `${atLeast ? '≥' : '≤'} ${goal}`,
    ok === undefined ? NOTHING : ok ? 'yes' : 'no',
  ];
}
