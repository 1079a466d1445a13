import { type Fault, invalidInput } from '../../../kernel/app-error.js';
import { DeviceRefusal } from '../device-refusal.js';
import { type ChangeMode, type ChangeOutcome } from '../device-session.js';
import {
  type ConfigurationChange,
  type DeviceType,
  type FinishedCommand,
} from '../types/device-type.js';
import { changeSteps, type ChangeStep } from './change-steps.js';
import { type Cli, type CliAnswer, type CliExchange } from './cli.js';
import { changeLineRefusal } from './command-line.js';
import { isRefusal, joined } from './output-lines.js';

/** Commits and saves take longer than commands. */
const COMMIT_FACTOR = 5;

interface ChangeOrder {
  readonly lines: readonly string[];
  readonly mode: ChangeMode;
  readonly timeoutMs: number;
}

/**
 * Carries a change out, or looks what it would do.
 * @throws AppError `invalid-input` for lines that are none of a configuration; DeviceRefusal.
 */
export async function runChange(
  cli: Cli,
  type: DeviceType,
  order: ChangeOrder,
): Promise<ChangeOutcome> {
  assertLines(order.lines, type.change);
  if (order.mode === 'check' && !type.change.candidate) return { output: '' };
  return new ChangeRun(cli, type, order).run();
}

function assertLines(lines: readonly string[], { reserved }: ConfigurationChange): void {
  const faults = lines.flatMap((line, index): Fault[] => {
    const detail = changeLineRefusal(line, reserved);
    return detail === undefined ? [] : [{ pointer: `#/lines/${index}`, detail }];
  });
  if (faults.length > 0) throw invalidInput(faults);
}

class ChangeRun {
  readonly #said: string[] = [];
  #sent = 0;

  constructor(
    private readonly cli: Cli,
    private readonly type: DeviceType,
    private readonly order: ChangeOrder,
  ) {}

  async run(): Promise<ChangeOutcome> {
    const { change } = this.type;
    const entered = await this.#say({ command: change.enter });
    if (!this.#isConfiguring(entered)) throw this.#refusal(undefined, false);
    for (const step of changeSteps(this.order.lines, this.type)) await this.#take(step);
    return change.candidate ? this.#finishCandidate(change.candidate) : this.#finish();
  }

  async #take(step: ChangeStep): Promise<void> {
    const { change } = this.type;
    const answer = await this.#say({
      command: step.command,
      before: step.before,
      renames: change.renames.test(step.command),
    });
    if (this.#isConfiguring(answer) && !this.#isRefused(answer)) {
      this.#sent += 1;
      return;
    }
    await this.#giveUp(answer);
    throw this.#refusal(step.index, !change.candidate && this.#sent > 0);
  }

  async #finish(): Promise<ChangeOutcome> {
    await this.#leaveAndSave();
    return { output: this.#output() };
  }

  async #finishCandidate(
    candidate: NonNullable<ConfigurationChange['candidate']>,
  ): Promise<ChangeOutcome> {
    if (candidate.top !== undefined) await this.#say({ command: candidate.top });
    const shown = await this.#say({ command: candidate.diff });
    const noise = candidate.diffNoise ?? [];
    const diff = joined(shown.lines.filter((line) => !noise.some((one) => one.test(line))));
    const isEmpty = diff.trim() === '';
    if (this.#isRefused(shown)) return this.#refuseCandidate(shown);
    if (candidate.check) await this.#finishing(candidate.check);
    if (this.order.mode === 'check' || isEmpty) {
      await this.#discard();
      return { diff: isEmpty ? '' : diff, output: this.#output() };
    }
    await this.#finishing(candidate.commit);
    await this.#leaveAndSave();
    return { diff, output: this.#output() };
  }

  /** Check and commit: what does not say that it is done has failed. */
  async #finishing({ command, done }: FinishedCommand): Promise<void> {
    const answer = await this.#say({
      command,
      timeoutMs: this.order.timeoutMs * COMMIT_FACTOR,
      renames: true,
    });
    const isDone = done === undefined || answer.lines.some((line) => done.test(line));
    if (isDone && !this.#isRefused(answer)) return;
    const reasons = this.type.change.candidate?.reasons;
    if (reasons !== undefined && this.#isConfiguring(answer)) await this.#say({ command: reasons });
    await this.#refuseCandidate(answer);
  }

  async #refuseCandidate(answer: CliAnswer): Promise<never> {
    await this.#giveUp(answer);
    throw this.#refusal(undefined, false);
  }

  /** Leaves nothing behind; the refusal counts for more than a failure of that. */
  async #giveUp(answer: CliAnswer): Promise<void> {
    if (!this.#isConfiguring(answer)) return;
    try {
      if (this.type.change.candidate) await this.#discard();
      else await this.#say({ command: this.type.change.leave });
    } catch {
      return;
    }
  }

  async #discard(): Promise<void> {
    for (const step of this.type.change.candidate?.discard ?? [])
      await this.#say({ ...step, renames: true });
  }

  async #leaveAndSave(): Promise<void> {
    const { leave, save } = this.type.change;
    if (this.#last && this.#isConfiguring(this.#last)) await this.#say({ command: leave });
    if (!save) return;
    const saved = await this.#say({ ...save, timeoutMs: this.order.timeoutMs * COMMIT_FACTOR });
    if (this.#isRefused(saved)) throw this.#refusal(undefined, true);
  }

  #last: CliAnswer | undefined;

  async #say(
    exchange: Omit<CliExchange, 'timeoutMs'> & { timeoutMs?: number },
  ): Promise<CliAnswer> {
    const answer = await this.cli.exchange({ timeoutMs: this.order.timeoutMs, ...exchange });
    this.#said.push(`${answer.prompt.text} ${exchange.command}`, ...answer.lines);
    this.#last = answer;
    return answer;
  }

  #isConfiguring({ prompt }: CliAnswer): boolean {
    return prompt.mode !== '' && this.type.change.mode.test(prompt.mode);
  }

  #isRefused({ lines }: CliAnswer): boolean {
    return isRefusal(lines, this.type.dialog);
  }

  #output(): string {
    return joined(this.#said);
  }

  #refusal(line: number | undefined, isPartlyActive: boolean): DeviceRefusal {
    return new DeviceRefusal(line, isPartlyActive, this.#output());
  }
}
