import { expect } from 'vitest';
import { type INestApplicationContext } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, type mongo } from 'mongoose';
import { BackgroundTasks } from '../../src/platform/scheduling/background-tasks.js';

/** What the database did for one read: how much it looked at, and how. */
export interface ExplainedRead {
  readonly collection: string;
  readonly kind: 'find' | 'count';
  readonly skip: number;
  readonly keysExamined: number;
  readonly docsExamined: number;
  readonly returned: number;
  /** Names of the stages of the winning plan. */
  readonly stages: readonly string[];
}

interface Explanation {
  readonly executionStats?: {
    readonly totalKeysExamined: number;
    readonly totalDocsExamined: number;
    readonly nReturned: number;
    readonly executionStages: object;
  };
  readonly stages?: readonly { readonly $cursor?: Explanation }[];
}

/** Keys that the driver adds to a command, and that `explain` does not take. */
const BACKGROUND_STOP_MS = 5000;
const DRIVER_KEYS = ['lsid', '$db', '$clusterTime', '$readPreference', 'apiVersion'];

/**
 * Does the work and explains every read that the application has sent for it, by asking the database
 * how it executes exactly that command. The application's URI must be `watched`.
 */
export async function explainReads<T>(
  app: INestApplicationContext,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly reads: readonly ExplainedRead[] }> {
  // Their reads would stand between those of the work.
  await app.get(BackgroundTasks, { strict: false }).stop(BACKGROUND_STOP_MS);
  const connection = app.get<Connection>(getConnectionToken(), { strict: false });
  const commands: mongo.Document[] = [];
  const note = ({ commandName, command }: mongo.CommandStartedEvent): void => {
    if (commandName === 'find' || commandName === 'aggregate') commands.push(command);
  };
  const client = connection.getClient();
  client.on('commandStarted', note);
  const result = await work();
  client.off('commandStarted', note);
  const reads = await Promise.all(commands.map((command) => explain(connection, command)));
  return { result, reads };
}

/** Documents that a lean list looks at: those of its page; counting looks at keys alone. */
export function ofThePage({ kind, skip, returned }: ExplainedRead): number {
  return kind === 'count' ? 0 : skip + returned;
}

/** Expects indexes, no sorting but by a merge, and no more documents looked at than that. */
export function expectLean(
  reads: readonly ExplainedRead[],
  most: (read: ExplainedRead) => number = ofThePage,
): void {
  expect(reads.length).toBeGreaterThan(0);
  for (const read of reads) {
    expect(read.stages).not.toContain('COLLSCAN');
    expect(read.stages).not.toContain('SORT');
    const { kind, docsExamined } = read;
    expect([kind, docsExamined, docsExamined <= most(read)]).toEqual([kind, docsExamined, true]);
  }
}

async function explain(connection: Connection, sent: mongo.Document): Promise<ExplainedRead> {
  const command: mongo.Document = Object.fromEntries(
    Object.entries(sent).filter(([key]) => !DRIVER_KEYS.includes(key)),
  );
  const answer = (await connection.db?.command({
    explain: command,
    verbosity: 'executionStats',
  })) as Explanation | undefined;
  const stats = statsOf(answer);
  return {
    ...targetOf(command),
    keysExamined: stats.totalKeysExamined,
    docsExamined: stats.totalDocsExamined,
    returned: stats.nReturned,
    stages: stagesOf(stats.executionStages),
  };
}

function statsOf(answer: Explanation | undefined): NonNullable<Explanation['executionStats']> {
  const stats = (answer?.stages?.[0]?.$cursor ?? answer)?.executionStats;
  if (!stats) throw new Error('the database explained nothing');
  return stats;
}

function targetOf(command: mongo.Document): Pick<ExplainedRead, 'collection' | 'kind' | 'skip'> {
  const skip = Number(command['skip'] ?? 0);
  if ('find' in command) return { collection: String(command['find']), kind: 'find', skip };
  return { collection: String(command['aggregate']), kind: 'count', skip };
}

/** Names of all stages of a plan. */
export function stagesOf(stage: object): readonly string[] {
  return Object.entries(stage).flatMap(([key, value]: [string, unknown]): readonly string[] => {
    if (key === 'stage' && typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? stagesOf(value) : [];
  });
}
