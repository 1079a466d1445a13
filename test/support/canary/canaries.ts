import { randomInt } from 'node:crypto';
import { formsFound } from './canary-forms.js';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

function random(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)] ?? '').join('');
}

/** Bytes in which nothing secret may lie, and what they are. */
export interface Sink {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Secrets that can be told from everything else, and a control that must be found. */
export class Canaries {
  /** What every planted secret begins with: one search finds them all. */
  readonly #mark = `q${random(13)}`;
  readonly #planted = new Map<string, string>();
  readonly #issued = new Map<string, string>();

  /** A text for ordinary places: the search that does not find it does not look. */
  readonly control = `z${random(9)}`;

  /** A new secret, with characters that encoders treat; `door` says where it goes in. */
  plant(door: string, tail = '"\\/+ &<é%'): string {
    const core = `${this.#mark}${random(10)}`;
    this.#planted.set(core, door);
    return `${core}${tail}`;
  }

  /** A secret that the platform made itself: shown once, and nowhere else. */
  issued(what: string, secret: string): void {
    this.#issued.set(secret, what);
  }

  get count(): number {
    return this.#planted.size + this.#issued.size;
  }

  /** Which secrets lie in the bytes, and in what form. */
  leaks({ name, bytes }: Sink): readonly string[] {
    const report = (what: string, text: string): string[] =>
      formsFound(text, bytes).map((form) => `${name}: ${what} in form ${form}`);
    const planted = formsFound(this.#mark, bytes).flatMap((form) => {
      const doors = [...this.#planted].flatMap(([core, door]) => report(door, core));
      return doors.length > 0 ? doors : [`${name}: a piece of a planted secret in form ${form}`];
    });
    return [...planted, ...[...this.#issued].flatMap(([secret, what]) => report(what, secret))];
  }

  /** Whether an ordinary text is found where it lies, as a secret would be. */
  seesControl({ bytes }: Sink): boolean {
    return formsFound(this.control, bytes).length > 0;
  }
}
