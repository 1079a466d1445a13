import { performance } from 'node:perf_hooks';
import { type OpenAPIObject } from '@nestjs/swagger';
import { type JsonValue } from '../../src/kernel/json.js';
import { type Accounts } from './accounts.js';
import { AnswerJudge } from './answer-judge.js';
import { CallMaker } from './call-maker.js';
import { operationsOf } from './contract.js';
import { Faults } from './faults.js';
import { type FuzzCall } from './fuzz-call.js';
import { Inputs } from './inputs.js';
import { KnownValues } from './known-values.js';
import { FIRST_CALLS } from './lively-inputs.js';
import { Random } from './random.js';
import { type SeedWindow } from './seeds.js';
import { CallSender, type FuzzAnswer } from './send-call.js';

/** What a call may not be made of: it would end the run. */
const LEFT_OUT: readonly string[] = [
  'stopApplication',
  'deactivateJobWorker',
  'deactivateTaskWorker',
];

/** Makes calls, sends them and judges the answers. */
export class FuzzRun {
  readonly faults = new Faults();
  private readonly statuses = new Map<number, number>();
  private readonly maker: CallMaker;
  private readonly judge: AnswerJudge;
  private readonly sender: CallSender;
  private readonly known = new KnownValues();
  private readonly begun = performance.now();
  private made = 0;
  private readonly seeds: number[] = [];

  constructor(
    url: string,
    private readonly document: OpenAPIObject,
    private readonly accounts: Accounts,
    private readonly concurrency: number,
  ) {
    this.maker = new CallMaker(new Inputs(document, this.known));
    this.judge = new AnswerJudge(document);
    this.sender = new CallSender(url, concurrency);
  }

  /** Makes what other calls name from the start. */
  async prepare(): Promise<void> {
    this.known.spare(...(await this.accounts.supervisorIds()));
    const operations = operationsOf(this.document);
    for (const [index, [id, input]] of FIRST_CALLS.entries()) {
      const operation = operations.find((one) => one.id === id);
      if (!operation) throw new Error(`${id} is not in the document`);
      const { method, path } = operation;
      const target = path.replace(/\{\w+\}/, 'fuzz-device');
      const body = Buffer.from(JSON.stringify(input)).toString('base64');
      const headers = { 'content-type': 'application/json' };
      const call = { index, operationId: id, method, target, headers, body } as const;
      const status = await this.carryOut(0, { ...call, caller: 'admin', credential: 'bearer' });
      if (status >= 300) throw new Error(`${id} answers ${status} to what is to be there`);
    }
  }

  /** Makes so many calls from a seed, some at a time. */
  async run({ seed, from, calls }: SeedWindow, only: readonly string[] = []): Promise<void> {
    this.seeds.push(seed);
    const operations = operationsOf(this.document).filter(
      ({ id }) => !LEFT_OUT.includes(id) && (only.length === 0 || only.includes(id)),
    );
    let next = from;
    const work = async (): Promise<void> => {
      for (let index = next++; index < from + calls; index = next++) {
        // Numbers of its own for each call: one that is left out changes no other.
        const random = new Random(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) + index * 0x9e3779b1);
        await this.carryOut(seed, this.maker.make(index, random.pick(operations), random));
      }
    };
    await Promise.all(Array.from({ length: this.concurrency }, work));
  }

  /** Sends calls of an earlier run, one after the other. */
  async again(calls: readonly FuzzCall[]): Promise<void> {
    for (const call of calls) await this.carryOut(0, call);
  }

  summary(): string {
    const seconds = Math.round((performance.now() - this.begun) / 1000);
    const statuses = [...this.statuses].sort(([a], [b]) => a - b);
    const shown = statuses.map(([status, count]) => `${status}: ${count}`).join(', ');
    return `${this.made} calls of seed ${this.seeds.join(', ')} in ${seconds} s (${shown})`;
  }

  private async carryOut(seed: number, made: FuzzCall): Promise<number> {
    const { headers, call } = await this.accounts.presented(made);
    const answer = await this.sender.send(call, headers);
    this.made += 1;
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    const faults = this.judge.faultsOf(call, answer);
    for (const fault of faults) this.faults.add(seed, made, answer, fault);
    if (answer.status === 401) await this.accounts.renew(call.caller);
    if (faults.length === 0) this.learn(call, answer);
    return answer.status;
  }

  private learn({ target }: FuzzCall, { status, contentType, text }: FuzzAnswer): void {
    if (status < 200 || status >= 300 || text === '') return;
    if (!contentType.startsWith('application/json')) return;
    this.known.learn(target, JSON.parse(text) as JsonValue);
  }
}
