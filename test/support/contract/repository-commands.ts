import { setTimeout as delay } from 'node:timers/promises';
import { type Connection, type mongo } from 'mongoose';
import { type RepositoryMethod } from './repository-methods.js';
import { type RowMaker } from './rows-of-models.js';

/** A command as a method of a repository sends it, apart from what the driver adds. */
export interface RepositoryCommand {
  /** `Repository.method` */
  readonly of: string;
  readonly name: string;
  readonly collection: string;
  readonly command: mongo.Document;
}

type Methods = Readonly<Record<string, ((...list: readonly unknown[]) => unknown) | undefined>>;

const ROWS = 3;
const WAIT_MS = 3000;
const ITEMS_MAX = 20;
const READS = ['find', 'aggregate', 'count', 'distinct'];
const WRITES = ['insert', 'update', 'delete', 'findAndModify'];
const ADDED = ['lsid', '$db', '$clusterTime', 'txnNumber', 'writeConcern', 'readConcern'];

/** Calls methods of repositories on a few rows, and keeps what each asks the database for. */
export class RepositoryCommands {
  private readonly kept = new Map<string, RepositoryCommand>();
  private sent: RepositoryCommand[] = [];
  private of = '';

  constructor(
    private readonly connection: Connection,
    private readonly rows: ReadonlyMap<string, RowMaker>,
  ) {
    connection.getClient().on('commandStarted', ({ commandName, command }) => {
      const collection: unknown = command[commandName];
      if (typeof collection !== 'string') return;
      this.sent.push({ of: this.of, name: commandName, collection, command });
    });
  }

  async begin(): Promise<void> {
    for (const collection of this.rows.keys()) await this.putRows(collection);
  }

  /** @returns whether the method asked the database for anything. */
  async call(
    repository: object,
    { repository: name, method, calls }: RepositoryMethod,
  ): Promise<boolean> {
    let asked = false;
    for (const list of calls) {
      this.of = `${name}.${method}`;
      this.sent = [];
      // Arguments that are refused, and rows that are not what a method made itself, are no matter.
      await ended((repository as Methods)[method]?.apply(repository, [...list])).catch(
        () => undefined,
      );
      const { sent } = this;
      asked ||= sent.length > 0;
      for (const command of sent.flatMap(singly)) this.kept.set(shapeOf(command), command);
      const changed = sent.filter((one) => WRITES.includes(one.name));
      for (const collection of new Set(changed.map((one) => one.collection)))
        await this.putRows(collection);
    }
    return asked;
  }

  /** What was asked for, each thing once; inserts need no index. */
  all(): readonly RepositoryCommand[] {
    return [...this.kept.values()].filter(
      ({ name }) => READS.includes(name) || (WRITES.includes(name) && name !== 'insert'),
    );
  }

  private async putRows(collection: string): Promise<void> {
    const rows = this.connection.collection<mongo.Document>(collection);
    await rows.deleteMany({});
    const make = this.rows.get(collection);
    if (make) await rows.insertMany(Array.from({ length: ROWS }, (_, at) => make(at)));
  }
}

/** Waits for what a method gives: a promise, or the first of many things. */
async function ended(given: unknown): Promise<void> {
  if (given instanceof Promise)
    await Promise.race([given, delay(WAIT_MS, undefined, { ref: false })]);
  if (typeof given !== 'object' || given === null || !(Symbol.asyncIterator in given)) return;
  const things = (given as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  for (let at = 0; at < ITEMS_MAX && (await things.next()).done !== true; at += 1);
  await things.return?.();
}

/** A command of several updates or deletes as commands of one each, as `explain` takes them. */
function singly(one: RepositoryCommand): readonly RepositoryCommand[] {
  const command = Object.fromEntries(
    Object.entries(one.command).filter(([key]) => !ADDED.includes(key)),
  );
  const key = one.name === 'update' ? 'updates' : 'deletes';
  const list = command[key] as readonly unknown[] | undefined;
  if (!list) return [{ ...one, command }];
  return list.map((part) => ({ ...one, command: { [one.name]: one.collection, [key]: [part] } }));
}

function shapeOf({ of, command }: RepositoryCommand): string {
  const text = JSON.stringify(command, (_, value: unknown) =>
    value instanceof Map ? [...(value as Map<unknown, unknown>)] : value,
  );
  return `${of} ${text}`;
}
