import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';
import { soundsSecret } from '../../../platform/secrets/secret-names.js';
import { SEALED_MARK } from '../../../platform/secrets/sealed-texts.js';

/** A document that may leave the platform. */
export interface CleanDocument {
  readonly document: JsonObject;
  /** Pointers to what was emptied. */
  readonly emptied: readonly string[];
}

type Path = readonly (string | number)[];

/** What starts with it is looked up when a job runs, and is no secret itself. */
const REFERENCE = '$var.';
/** Schemas describe secrets and hold none: what they say of `password` is no password. */
const DESCRIBING = new Set(['properties', 'definitions', '$defs', 'required', 'patternProperties']);

/**
 * The document without secrets: sealed text, and text under a name that speaks of a secret, is emptied.
 * References to variables stay, because what they mean is given when a job starts.
 */
export function withoutSecrets(document: JsonObject): CleanDocument {
  const cleaning = new Cleaning();
  const clean = cleaning.members(document, [], false);
  return { document: clean, emptied: cleaning.emptied };
}

class Cleaning {
  readonly emptied: string[] = [];

  members(object: JsonObject, path: Path, isDescribed: boolean): JsonObject {
    return Object.fromEntries(
      Object.entries(object).map(([key, value]) => {
        const isSecret = !isDescribed && soundsSecret(key);
        return [key, this.#value(value, [...path, key], isSecret, DESCRIBING.has(key))];
      }),
    );
  }

  #value(value: JsonValue, path: Path, isSecret: boolean, isDescribed: boolean): JsonValue {
    if (typeof value === 'string') return this.#text(value, path, isSecret);
    if (Array.isArray(value)) {
      return value.map((item, at) => this.#value(item, [...path, at], isSecret, isDescribed));
    }
    return isJsonObject(value) ? this.members(value, path, isDescribed) : value;
  }

  #text(text: string, path: Path, isSecret: boolean): string {
    const isKept = !text.includes(SEALED_MARK) && (!isSecret || isHarmless(text));
    if (isKept) return text;
    this.emptied.push(jsonPointer(path));
    return '';
  }
}

function isHarmless(text: string): boolean {
  return text === '' || text.startsWith(REFERENCE);
}
