import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from './database.js';

const PROGRAM = join(process.cwd(), 'test', 'support', 'replica-set-process.mjs');

/** What befalls commands; described in `replica-set/faults.mjs`. */
export interface Fault {
  readonly kind: 'loseReply' | 'dropBefore' | 'error' | 'concernError' | 'delay';
  readonly count?: number;
  readonly every?: number;
  readonly only?: readonly string[];
  readonly code?: number;
  readonly ms?: number;
}

interface Counts {
  readonly loseReply?: number;
  /** Writes that came again and were answered from memory. */
  readonly repeats: number;
  /** Faults that are still to come. */
  readonly left: number;
}

/** A stand-in for a replica set before the engine of the tests, with a database of its own. */
export class StandInReplicaSet {
  private orders = 0;

  private constructor(
    private readonly process: ChildProcess,
    private readonly database: TestDatabase,
    readonly uri: string,
  ) {}

  static async start(name: string): Promise<StandInReplicaSet> {
    const database = testDatabase(name);
    const process = fork(PROGRAM, [database.uri]);
    const [{ hosts }] = (await once(process, 'message')) as [{ hosts: string[] }];
    const path = /^[^/]+\/\/[^/]+\/([^?]+)/.exec(database.uri)?.[1] ?? '';
    const uri = `mongodb://${hosts.join(',')}/${path}?replicaSet=stand-in`;
    return new StandInReplicaSet(process, database, uri);
  }

  /** The primary steps down, and after a while another member is elected. */
  async stepDown(electionMs: number): Promise<void> {
    await this.order('stepDown', electionMs);
  }

  /** The primary dies, and is back as a secondary. */
  async crash(electionMs: number, downMs: number): Promise<void> {
    await this.order('crash', electionMs, downMs);
  }

  /** The next commands that the fault is for meet it. */
  async fault(fault: Fault): Promise<void> {
    await this.order('fault', fault);
  }

  async counts(): Promise<Counts> {
    return (await this.order('counts')) as Counts;
  }

  async close(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.disconnect();
    await ended;
    await this.database.drop();
  }

  private order(order: string, ...given: readonly unknown[]): Promise<unknown> {
    this.orders += 1;
    const id = this.orders;
    return new Promise((resolve) => {
      const take = (message: { id: number; answer: unknown }): void => {
        if (message.id !== id) return;
        this.process.off('message', take);
        resolve(message.answer);
      };
      this.process.on('message', take);
      this.process.send({ id, order, given });
    });
  }
}
