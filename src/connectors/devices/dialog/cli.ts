import { type Secret } from '../../../kernel/secret.js';
import { dialogFailed, loginRefused } from '../device-failures.js';
import { type AskedCommand, type DeviceType } from '../types/device-type.js';
import { decoded, type TerminalText } from './terminal-text.js';
import { type LineDialog, type Sight } from './line-dialog.js';
import {
  isBeforePrompt,
  outputLines,
  type Prompt,
  readOwnPrompt,
  readPrompt,
} from './output-lines.js';

/** How long nothing may follow a line for it to be what it looks like. */
const SETTLE_MS = {
  firstPrompt: 120,
  prompt: 30,
  pager: 30,
  question: 1000,
  newName: 300,
  probe: 150,
  /** A prompt where the end of the configuration has not been seen: perhaps a line of it. */
  early: 2000,
} as const;
/** So many lines that look like a prompt may a banner hold. */
const FIRST_PROMPTS_MAX = 20;
const TAIL_BYTES = 4096;
const HEAD_BYTES = 16_384;
/** Devices wrap and redraw what they echo of longer lines. */
const ECHO_CHARACTERS_MAX = 200;

/** How one command is sent and its end known. */
export interface CliExchange extends AskedCommand {
  readonly timeoutMs: number;
  readonly silenceMs?: number;
  /** Lines that are sent first and have no prompt behind them. */
  readonly before?: readonly string[];
  /** What the last line must be; `probe`: the prompt must come again after an empty line. */
  readonly end?: RegExp | 'probe';
  /** The prompt may name another host afterwards. */
  readonly renames?: boolean;
}

/** What came back. */
export interface CliAnswer {
  readonly lines: readonly string[];
  readonly prompt: Prompt;
}

type Seen =
  | { readonly kind: 'prompt'; readonly prompt: Prompt }
  | { readonly kind: 'pager'; readonly keys: string }
  | { readonly kind: 'asked' | 'question' | 'probe' | 'early' };

/** The command line of a device: finds its prompt, and tells where each answer ends (ADR 0139). */
export class Cli {
  #prompt: Prompt | undefined;
  #echoes: boolean | undefined;

  constructor(
    private readonly lines: LineDialog,
    private readonly type: DeviceType,
    private readonly host: string,
  ) {}

  /**
   * Finds the prompt, goes to the privileged mode, switches paging off.
   * @throws AppError `device-dialog-failed`, `device-authentication-failed` (enable password).
   */
  async start(enablePassword: Secret | undefined, timeoutMs: number): Promise<void> {
    const { dialog } = this.type;
    await this.lines.within({ what: 'show a prompt', timeoutMs }, () => this.#findPrompt());
    if (dialog.enable?.needed.test(this.#known.text)) {
      await this.lines.within({ what: 'enter its enable mode', timeoutMs }, () =>
        this.#enable(enablePassword),
      );
    }
    for (const command of dialog.prepare) await this.exchange({ command, timeoutMs });
  }

  /** Sends one line and waits for the prompt behind its output. */
  exchange(wanted: CliExchange): Promise<CliAnswer> {
    const { timeoutMs, silenceMs, command } = wanted;
    const limits = {
      what: 'finish its answer',
      timeoutMs,
      ...(silenceMs !== undefined && { silenceMs }),
    };
    return this.lines.within(limits, async () => {
      const all = [...(wanted.before ?? []), command].map((line) => this.#typed(line));
      this.lines.send(all.join('\n'));
      return this.#answer(wanted);
    });
  }

  get #known(): Prompt {
    if (this.#prompt) return this.#prompt;
    throw dialogFailed(this.host, 'it showed no prompt');
  }

  #typed(line: string): string {
    // The channel carries bytes: characters beyond ASCII go as UTF-8.
    return line.replaceAll('?', `${this.type.dialog.literalNext}?`);
  }

  async #answer(wanted: CliExchange): Promise<CliAnswer> {
    let isAnswered = false;
    for (;;) {
      const seen = await this.lines.until((text) => this.#see(text, wanted, isAnswered));
      if (seen.kind === 'prompt') return this.#finish(wanted, seen.prompt);
      isAnswered ||= seen.kind === 'asked';
      this.#react(seen, wanted);
    }
  }

  #react(seen: Exclude<Seen, { kind: 'prompt' }>, { answer = '' }: CliExchange): void {
    switch (seen.kind) {
      case 'pager':
        this.lines.text.dropPager();
        this.lines.type(seen.keys);
        break;
      case 'asked':
        this.lines.type(`${answer}\n`);
        break;
      case 'probe':
        this.lines.type('\n');
        break;
      case 'question':
        throw this.#broken('it asks a question that nobody here can answer');
      case 'early':
        throw this.#broken('its configuration has no end');
    }
  }

  #finish({ command, renames, end }: CliExchange, prompt: Prompt): CliAnswer {
    const text = decoded(this.lines.text.takeLines());
    this.#echoes ??= text.includes(command);
    // In a mode only the name of the device counts, until its plain prompt shows again.
    if (renames || prompt.mode === '') this.#prompt = prompt;
    const lines = outputLines(text, command, this.type.dialog);
    const known = this.#known;
    while (end === 'probe' && this.#isPromptLine(lines.at(-1), known)) lines.pop();
    return { lines, prompt };
  }

  #isPromptLine(line: string | undefined, known: Prompt): boolean {
    return line !== undefined && (line.trim() === '' || line.trimEnd() === known.text);
  }

  #see(text: TerminalText, wanted: CliExchange, isAnswered: boolean): Sight<Seen> | undefined {
    const line = text.lastLine();
    if (line.trim() === '') return undefined;
    const prompt = readOwnPrompt(this.type.dialog, line, this.#known);
    if (prompt) return this.#seePrompt(text, wanted, prompt);
    const other = wanted.renames ? readPrompt(this.type.dialog, line) : undefined;
    if (other) return sight({ kind: 'prompt', prompt: other }, SETTLE_MS.newName);
    return this.#seeQuestion(line, wanted, isAnswered);
  }

  #seePrompt(text: TerminalText, wanted: CliExchange, prompt: Prompt): Sight<Seen> | undefined {
    // A prompt that stands there before the echo is an older one.
    if (this.#echoes && this.#isEchoMissing(text, wanted.command)) return undefined;
    const found: Seen = { kind: 'prompt', prompt };
    if (wanted.end === undefined) return sight(found, SETTLE_MS.prompt);
    const last = this.#lastLineOf(text);
    if (wanted.end === 'probe') {
      const isTwice = last.trimEnd() === prompt.text;
      return isTwice ? sight(found, SETTLE_MS.probe) : sight({ kind: 'probe' }, SETTLE_MS.probe);
    }
    if (wanted.end.test(last) || this.#isRefused(text)) return sight(found, SETTLE_MS.probe);
    return sight({ kind: 'early' }, SETTLE_MS.early);
  }

  #seeQuestion(line: string, wanted: CliExchange, isAnswered: boolean): Sight<Seen> | undefined {
    const { pagers, question } = this.type.dialog;
    const pager = pagers.find((one) => one.line.test(line));
    if (pager) return sight({ kind: 'pager', keys: pager.keys }, SETTLE_MS.pager);
    if (!isAnswered && wanted.asks?.test(line)) return sight({ kind: 'asked' }, SETTLE_MS.prompt);
    return question.test(line) ? sight({ kind: 'question' }, SETTLE_MS.question) : undefined;
  }

  #isEchoMissing(text: TerminalText, command: string): boolean {
    if (command.length > ECHO_CHARACTERS_MAX || /[^\x20-\x3e\x40-\x7e]/.test(command)) return false;
    return !text.head(HEAD_BYTES).includes(command.trimEnd());
  }

  #lastLineOf(text: TerminalText): string {
    const lines = text.tail(TAIL_BYTES).split('\n');
    return lines.findLast((line) => !isBeforePrompt(line, this.type.dialog)) ?? '';
  }

  /** A short message in place of the configuration needs no end. */
  #isRefused(text: TerminalText): boolean {
    const head = text.head(TAIL_BYTES);
    const isWhole = head.length < TAIL_BYTES;
    return (
      isWhole &&
      head.split('\n').some((line) => this.type.dialog.refusals.some((one) => one.test(line)))
    );
  }

  async #findPrompt(): Promise<void> {
    let candidate = await this.#untilFirst();
    if (candidate === 'entry') {
      this.lines.send(this.type.dialog.entry?.command ?? '');
      candidate = await this.#untilFirst();
    }
    for (let attempt = 0; attempt < FIRST_PROMPTS_MAX && candidate !== 'entry'; attempt += 1) {
      const next = await this.#afterEmptyLine();
      if (next.isQuiet && isSamePrompt(next.prompt, candidate)) {
        this.#prompt = candidate;
        return;
      }
      candidate = next.prompt;
    }
    throw this.#broken('it shows no prompt that stays the same');
  }

  /** What an empty line brings: only a prompt brings itself again and nothing else. */
  async #afterEmptyLine(): Promise<{ prompt: Prompt | 'entry'; isQuiet: boolean }> {
    this.lines.send('');
    const prompt = await this.#untilFirst();
    const between = decoded(this.lines.text.takeLines()).split('\n');
    const isQuiet = between.every((line) => isBeforePrompt(line, this.type.dialog));
    return { prompt, isQuiet };
  }

  #untilFirst(): Promise<Prompt | 'entry'> {
    const { dialog } = this.type;
    return this.lines.until<Prompt | 'entry'>((text) => {
      const line = text.lastLine();
      const prompt = readPrompt(dialog, line);
      if (prompt) return sight(prompt, SETTLE_MS.firstPrompt);
      if (dialog.entry?.prompt.test(line)) return sight('entry' as const, SETTLE_MS.firstPrompt);
      return undefined;
    });
  }

  async #enable(password: Secret | undefined): Promise<void> {
    const { enable } = this.type.dialog;
    if (!enable) return;
    this.lines.send(enable.command);
    if ((await this.#untilEnabled(enable.asks)) === 'asked') {
      if (!password) throw this.#closed('it asks for an enable password, and none is stored');
      this.lines.send(password.reveal());
      if ((await this.#untilEnabled(enable.asks)) === 'asked')
        throw this.#closed('it refuses the enable password');
    }
    if (enable.needed.test(this.#known.text)) throw this.#closed('it refuses the enable mode');
    this.lines.text.takeLines();
  }

  /** The prompt of before counts here in both of its forms. */
  #untilEnabled(asks: RegExp): Promise<'asked' | 'prompt'> {
    const { host } = this.#known;
    return this.lines.until((text) => {
      const line = text.lastLine();
      if (asks.test(line)) return sight('asked' as const, SETTLE_MS.prompt);
      const prompt = readPrompt(this.type.dialog, line);
      if (!text.hasLines || prompt?.host !== host) return undefined;
      this.#prompt = prompt;
      return sight('prompt' as const, SETTLE_MS.firstPrompt);
    });
  }

  #broken(why: string): Error {
    const failure = dialogFailed(this.host, why);
    this.lines.fail(failure);
    return failure;
  }

  #closed(why: string): Error {
    const failure = loginRefused(this.host, why);
    this.lines.fail(failure);
    return failure;
  }
}

function isSamePrompt(next: Prompt | 'entry', candidate: Prompt): boolean {
  return next !== 'entry' && next.text === candidate.text;
}

function sight<T>(value: T, settleMs: number): Sight<T> {
  return { value, settleMs };
}
