import { type FuzzCall } from './fuzz-call.js';
import { type FuzzAnswer } from './send-call.js';

const SHOWN = 300;

/** The faults of a run: each kind with its first call, and how often it came. */
export class Faults {
  private readonly kinds = new Map<string, { count: number; readonly example: string }>();
  /** One call of each kind, to be made again. */
  readonly calls: FuzzCall[] = [];
  count = 0;

  add(seed: number, call: FuzzCall, answer: FuzzAnswer, fault: string): void {
    this.count += 1;
    const kind = `${call.operationId}: ${fault.replace(/\d{4,}|[0-9a-f-]{20,}/g, '…')}`;
    const present = this.kinds.get(kind);
    if (present) {
      present.count += 1;
      return;
    }
    this.calls.push(call);
    const body = call.body === undefined ? '' : Buffer.from(call.body, 'base64').toString();
    const example =
      `    seed ${seed}, call ${call.index}, as ${call.caller} (${call.credential})\n` +
      `    ${call.method} ${call.target.slice(0, SHOWN)} ${JSON.stringify(call.headers).slice(0, SHOWN)}\n` +
      `    ${body.slice(0, SHOWN)}\n` +
      `    -> ${answer.status} ${answer.contentType} ${answer.text.slice(0, SHOWN)}`;
    this.kinds.set(kind, { count: 1, example });
  }

  lines(): readonly string[] {
    return [...this.kinds].map(([kind, { count, example }]) => `${count} x ${kind}\n${example}`);
  }
}
