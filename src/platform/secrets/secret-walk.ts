import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { type JsonText, jsonTextOf, mayBeJson } from './json-texts.js';
import { soundsSecret } from './secret-names.js';

export type JsonLeaf = string | number | boolean | null;
export type Path = readonly (string | number)[];

/** What a walk through a document does with what it finds. */
export interface LeafWalk {
  /** What becomes of a value; `isSecret` when it stands at a name of a secret, or below one. */
  readonly leaf: (leaf: JsonLeaf, isSecret: boolean, path: Path) => JsonValue;
  /** Which names are those of secrets; those of `soundsSecret` when absent. */
  readonly isSecretName?: (name: string, value: JsonValue, owner: Path) => boolean;
  /** Names of members may hold secrets as well: what becomes of each. They stay as they are when absent. */
  readonly name?: (name: string) => string;
  /** Whether texts that are JSON are walked through like what they say. */
  readonly intoTexts?: boolean;
}

/** Members that name what the member `value` beside them holds: `{ name: 'X-Api-Key', value }`. */
const NAMING_KEYS = ['name', 'key', 'header', 'variable', 'id', 'Name', 'Key'] as const;
const NAMED_KEYS = ['value', 'Value'] as const;
/** No document is so deep; a text may say anything, and is not walked through further. */
const DEPTH_IN_TEXTS_MAX = 200;

const TOO_DEEP = new Error('A text nests too deeply');

/**
 * The document with every value in another form: the one walk by which secrets are found, at every depth.
 * What does not change is not copied. The path is the same list each time: whoever keeps it copies it.
 * @param isSecret whether the whole of it stands below the name of a secret.
 */
export function mapLeaves<T extends JsonValue>(value: T, walk: LeafWalk, isSecret = false): T {
  const steps = leafSteps(value, walk, isSecret);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same in steps, between which others have their turn. */
export function* leafSteps<T extends JsonValue>(
  value: T,
  walk: LeafWalk,
  isSecret = false,
): Generator<undefined, T> {
  return (yield* new Walk(walk).value(value, isSecret)) as T;
}

/** A step takes so many values, or characters of texts. */
const STEP = 20_000;

type Made = Generator<undefined, JsonValue>;

class Walk {
  readonly #path: (string | number)[] = [];
  readonly #isSecretName: NonNullable<LeafWalk['isSecretName']>;
  #sinceStep = 0;
  #textsAround = 0;

  constructor(private readonly walk: LeafWalk) {
    this.#isSecretName = walk.isSecretName ?? soundsSecret;
  }

  *value(value: JsonValue, isSecret: boolean): Made {
    if (Array.isArray(value)) return yield* this.#list(value, isSecret);
    if (isJsonObject(value)) return yield* this.#members(value, isSecret);
    const said = this.#saidBy(value, isSecret);
    return said ? yield* this.#text(value as string, said) : this.#leaf(value, isSecret);
  }

  /** Most values are: a step of its own for each would take longer than what is done with it. */
  #isDone(value: JsonValue, isSecret: boolean): value is JsonLeaf {
    return isLeaf(value) && (typeof value !== 'string' || !this.#mayBeJson(value, isSecret));
  }

  #mayBeJson(text: string, isSecret: boolean): boolean {
    return this.walk.intoTexts === true && !isSecret && mayBeJson(text);
  }

  #saidBy(leaf: JsonLeaf, isSecret: boolean): JsonText | undefined {
    const mayBe = typeof leaf === 'string' && this.#mayBeJson(leaf, isSecret);
    return mayBe ? jsonTextOf(leaf) : undefined;
  }

  /** What it says is walked through first, then the text itself. */
  *#text(text: string, said: JsonText): Made {
    const depth = this.#path.length;
    this.#textsAround += 1;
    try {
      const made = yield* this.value(said.value, false);
      return this.#leaf(made === said.value ? text : said.write(made), false);
    } catch (error) {
      if (error !== TOO_DEEP) throw error;
      return this.#leaf(text, false);
    } finally {
      this.#path.length = depth;
      this.#textsAround -= 1;
    }
  }

  #leaf(leaf: JsonLeaf, isSecret: boolean): JsonValue {
    this.#sinceStep += typeof leaf === 'string' ? leaf.length : 1;
    return this.walk.leaf(leaf, isSecret, this.#path);
  }

  *#list(items: JsonValue[], isSecret: boolean): Made {
    let changed: JsonValue[] | undefined;
    for (let at = 0; at < items.length; at += 1) {
      const item = items[at] as JsonValue; // within the list
      const made = yield* this.#at(at, item, isSecret);
      if (made !== item) (changed ??= [...items])[at] = made;
    }
    return changed ?? items;
  }

  *#members(object: JsonObject, isSecret: boolean): Made {
    const { name } = this.walk;
    const made = yield* this.#values(object, isSecret);
    return name && Object.keys(object).some((key) => name(key) !== key)
      ? renamed(made, name)
      : made;
  }

  *#values(object: JsonObject, isSecret: boolean): Generator<undefined, JsonObject> {
    const named = isSecret ? undefined : this.#namedIn(object);
    let changed: [string, JsonValue][] | undefined;
    for (const key of Object.keys(object)) {
      const member = object[key] as JsonValue; // its own key
      const isNamed = key === named || this.#isSecretName(key, member, this.#path);
      const made = yield* this.#at(key, member, isSecret || isNamed);
      if (made !== member) (changed ??= []).push([key, made]);
    }
    // Not by assignment: no name of a document may be special.
    return changed ? { ...object, ...Object.fromEntries(changed) } : object;
  }

  *#at(place: string | number, value: JsonValue, isSecret: boolean): Made {
    this.#path.push(place);
    if (this.#textsAround > 0 && this.#path.length > DEPTH_IN_TEXTS_MAX) throw TOO_DEEP;
    const made = this.#isDone(value, isSecret)
      ? this.#leaf(value, isSecret)
      : yield* this.value(value, isSecret);
    this.#path.pop();
    this.#sinceStep += 1;
    if (this.#sinceStep >= STEP) {
      this.#sinceStep = 0;
      yield;
    }
    return made;
  }

  /** The member that another one beside it calls a secret. */
  #namedIn(object: JsonObject): string | undefined {
    const named = NAMED_KEYS.find((key) => Object.hasOwn(object, key));
    if (named === undefined) return undefined;
    const value = object[named] as JsonValue; // its own key
    const isNamed = NAMING_KEYS.some((key) => {
      const name = Object.hasOwn(object, key) ? object[key] : undefined;
      return typeof name === 'string' && this.#isSecretName(name, value, this.#path);
    });
    return isNamed ? named : undefined;
  }
}

/** Members under other names, in their order; those whose names become the same are numbered. */
function renamed(object: JsonObject, name: (name: string) => string): JsonObject {
  const taken = new Set(Object.keys(object));
  /** What the last one of each name was numbered: to count from the start for each would take the square of them. */
  const counts = new Map<string, number>();
  const freeName = (shown: string): string => {
    let count = counts.get(shown) ?? 1;
    let free = shown;
    while (taken.has(free)) {
      count += 1;
      free = `${shown} (${String(count)})`;
    }
    counts.set(shown, count);
    taken.add(free);
    return free;
  };
  const made = Object.entries(object).map(([key, value]): [string, JsonValue] => {
    const shown = name(key);
    return [shown === key ? key : freeName(shown), value];
  });
  return Object.fromEntries(made);
}

function isLeaf(value: JsonValue): value is JsonLeaf {
  return typeof value !== 'object' || value === null;
}

/** The value at a place; undefined where there is none. */
export function valueAt(document: JsonValue, path: Path): JsonValue | undefined {
  let found: JsonValue | undefined = document;
  for (const step of path) {
    if (Array.isArray(found)) found = typeof step === 'number' ? found[step] : undefined;
    else found = isJsonObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }
  return found;
}
