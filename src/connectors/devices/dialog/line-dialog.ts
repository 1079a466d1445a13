import { deviceAnswerTooLarge, dialogFailed, dialogTooSlow } from '../device-failures.js';
import { TerminalText } from './terminal-text.js';

/** The two directions of a shell. */
export interface DialogChannel {
  write(text: string): void;
  /** Is called once, before anything can come. */
  listen(listener: { data(chunk: Uint8Array): void; end(): void }): void;
}

/** Something that the device is seen to do, and how long nothing may follow for it to be that. */
export interface Sight<T> {
  readonly value: T;
  readonly settleMs: number;
}

/** How long an exchange may take. */
export interface ExchangeLimits {
  /** In words for the caller: `answer the command`. */
  readonly what: string;
  readonly timeoutMs: number;
  /** Longest time without a byte; as long as the exchange when absent. */
  readonly silenceMs?: number;
}

interface Wait {
  readonly look: () => Sight<() => void> | undefined;
  readonly reject: (error: Error) => void;
}

/**
 * Text to and from a device, with bounds of time and size. One exchange at a time; after a failure
 * every further wait fails in the same way.
 */
export class LineDialog {
  readonly text = new TerminalText();
  #received = 0;
  #wait: Wait | undefined;
  #settling: NodeJS.Timeout | undefined;
  #silence: NodeJS.Timeout | undefined;
  #failure: Error | undefined;

  constructor(
    private readonly channel: DialogChannel,
    private readonly host: string,
    private readonly limitBytes: number,
  ) {
    channel.listen({
      data: (chunk) => {
        this.#receive(chunk);
      },
      end: () => {
        this.fail(dialogFailed(host, 'it ended the session'));
      },
    });
  }

  /** What ended the dialog; undefined while it goes on. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Ends the dialog: whoever waits now or later gets this error. */
  fail(error: Error): void {
    this.#failure ??= error;
    const wait = this.#wait;
    this.#rest();
    wait?.reject(error);
  }

  /** Sends a line; the output that is counted against the limit begins anew. */
  send(line: string): void {
    this.text.takeLines();
    this.#received = 0;
    this.type(`${line}\n`);
  }

  /** Sends keys in the middle of an output. */
  type(keys: string): void {
    if (this.#failure === undefined) this.channel.write(keys);
  }

  /** Does the work within its limits; passing them ends the dialog. */
  async within<T>(limits: ExchangeLimits, work: () => Promise<T>): Promise<T> {
    const tooSlow = (): void => {
      this.fail(dialogTooSlow(this.host, limits.what));
    };
    const timer = setTimeout(tooSlow, limits.timeoutMs);
    this.#silence = setTimeout(tooSlow, limits.silenceMs ?? limits.timeoutMs);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      clearTimeout(this.#silence);
      this.#silence = undefined;
    }
  }

  /** Waits until something is seen and nothing has followed it for its time. */
  until<T>(recognise: (text: TerminalText) => Sight<T> | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) {
        reject(this.#failure);
        return;
      }
      const look = (): Sight<() => void> | undefined => {
        const sight = recognise(this.text);
        if (!sight) return undefined;
        const done = (): void => {
          resolve(sight.value);
        };
        return { value: done, settleMs: sight.settleMs };
      };
      this.#wait = { look, reject };
      this.#look();
    });
  }

  #receive(chunk: Uint8Array): void {
    if (this.#failure !== undefined) return;
    this.#received += chunk.length;
    if (this.#received > this.limitBytes) {
      this.fail(deviceAnswerTooLarge(this.host, this.limitBytes));
      return;
    }
    this.#silence?.refresh();
    this.text.write(chunk);
    this.#look();
  }

  #look(): void {
    clearTimeout(this.#settling);
    const wait = this.#wait;
    const sight = wait?.look();
    if (!sight) return;
    const received = this.#received;
    const settle = (): void => {
      if (this.#wait !== wait || this.#received !== received) return;
      this.#rest();
      sight.value();
    };
    // A busy process may be late: what has come by then is read before the silence is believed.
    this.#settling = setTimeout(() => setImmediate(() => setImmediate(settle)), sight.settleMs);
  }

  #rest(): void {
    clearTimeout(this.#settling);
    this.#wait = undefined;
  }
}
