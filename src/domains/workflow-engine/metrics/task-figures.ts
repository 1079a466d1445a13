import { type StoredIteration } from '../store/stored-iteration.js';
import { type DurationFigures, durationFigures } from './duration-figures.js';
import { grouped } from './grouped.js';

/** What metrics read of a run of a task. */
export type MeasuredRun = Pick<
  StoredIteration,
  'app' | 'name' | 'kind' | 'status' | 'finish' | 'startedAt' | 'endedAt'
>;

const STATUSES = ['running', 'complete', 'error', 'canceled'] as const;
const FINISHES = ['success', 'failure', 'error', 'canceled'] as const;

/** Counts and times of the tasks of one name; times in milliseconds. */
export interface TaskFigures {
  readonly app: string;
  readonly name: string;
  readonly taskType: 'automatic' | 'manual';
  readonly runs: number;
  readonly statuses: Readonly<Record<(typeof STATUSES)[number], number>>;
  readonly finish_states: Readonly<Record<(typeof FINISHES)[number], number>>;
  /** Of those that have ended, but for canceled ones. */
  readonly run_time: DurationFigures;
}

/** Figures of each kind of task, those with the most runs first. */
export function taskFigures(runs: readonly MeasuredRun[]): readonly TaskFigures[] {
  return [...grouped(runs, ({ app, name }) => JSON.stringify([app, name])).values()]
    .map(figuresOf)
    .toSorted((one, other) => other.runs - one.runs || (keyOf(one) < keyOf(other) ? -1 : 1));
}

function figuresOf(runs: readonly MeasuredRun[]): TaskFigures {
  const [{ app, name, kind } = { app: '', name: '', kind: '' }] = runs;
  const durations = runs.flatMap(({ finish, startedAt, endedAt }) =>
    endedAt === null || finish === 'canceled'
      ? []
      : [Math.max(0, endedAt.getTime() - startedAt.getTime())],
  );
  return {
    app,
    name,
    taskType: kind === 'manual' ? 'manual' : 'automatic',
    runs: runs.length,
    statuses: counts(
      STATUSES,
      runs.map(({ status }) => status),
    ),
    finish_states: counts(
      FINISHES,
      runs.map(({ finish }) => finish),
    ),
    run_time: durationFigures(durations),
  };
}

function counts<W extends string>(
  words: readonly W[],
  found: readonly (string | null)[],
): Record<W, number> {
  const entries = words.map((word) => [word, found.filter((one) => one === word).length]);
  return Object.fromEntries(entries) as Record<W, number>;
}

function keyOf({ app, name }: TaskFigures): string {
  return `${app} ${name}`;
}
