import { cutText } from '../../kernel/cut-text.js';
import { type JsonObject } from '../../kernel/json.js';

/** What is shown of a value that was compared; compared is the whole. */
const VALUE_SHOWN_MAX = 1000;
/** What the names of commands, devices and variables take in a message. */
const NAME_SHOWN_MAX = 200;

/**
 * Room for what an answer shows beside its verdicts: output with its marks, compared values, rows.
 * A template can show the same output many times over; where the room is used up, such details are
 * left out and verdicts stay.
 */
export class Details {
  private readonly sizes = new WeakMap<JsonObject, number>();

  /** @param left characters */
  constructor(private left = 64 * 1024 * 1024) {}

  /** The text, or null where there is no room for it. */
  text(text: string): string | null {
    if (text.length > this.left) return null;
    this.left -= text.length;
    return text;
  }

  /** The object as it is, or an empty one where there is no room for it. */
  object(object: JsonObject): JsonObject {
    let size = this.sizes.get(object);
    if (size === undefined) this.sizes.set(object, (size = JSON.stringify(object).length));
    if (size > this.left) return {};
    this.left -= size;
    return object;
  }

  hasRoomFor({ length }: string): boolean {
    return length <= this.left;
  }

  /** A value, cut where it is long; null where there is none, or no room. */
  value(value: string | null): string | null {
    return value === null ? null : this.text(cut(value, VALUE_SHOWN_MAX));
  }
}

/** A name as messages show it. */
export function shownName(name: string): string {
  return cut(name, NAME_SHOWN_MAX);
}

function cut(text: string, length: number): string {
  return cutText(text, length, '…');
}
