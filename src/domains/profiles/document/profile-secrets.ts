import { type Fault } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';
import { isPlaceholder, mask, secretToStore } from '../../../platform/secrets/placeholders.js';
import { SEALED_MARK } from '../../../platform/secrets/sealed-texts.js';
import { isSecretNumber } from '../../../platform/secrets/secret-names.js';
import { holdsCredentials } from '../../../platform/secrets/secret-texts.js';
import { type JsonLeaf, mapLeaves, type Path } from '../../../platform/secrets/secret-walk.js';
import { isSecretPlace, placeholderOf } from './secret-keys.js';
import { haveSameTarget, type Owners, targetsOf } from './secret-target.js';

/**
 * What other platforms make of a secret: `$ENC` and hexadecimal digits. Only they can open it, so it
 * is no secret here and is kept as it is. Our own sealed text has dots: it is never taken for this.
 */
const FOREIGN = /^\$ENC[0-9a-fA-F]{8,}$/;

const NUMBER = /^-?[\d.]+$/;

/** How the secrets of a document are stored. */
export interface SealOptions {
  /** `SecretBox.seal`. */
  readonly seal: (text: string) => string;
  /** What becomes of a placeholder where no secret is stored: an import loses it, a change is refused. */
  readonly unmatched: 'unset' | 'refused';
}

/** A document with sealed secrets, and what its sender should know of them. */
export interface SealedDocument {
  readonly document: JsonObject;
  readonly warnings: readonly Fault[];
}

/** The document with placeholders for its secrets; empty ones and those of other platforms stay. */
export function maskSecrets(document: JsonObject): JsonObject {
  return mapLeaves(document, { leaf: (leaf, _, path) => masked(leaf, path) });
}

function masked(value: JsonLeaf, path: Path): JsonValue {
  const placeholder = placeholderOf(path.findLast((step) => typeof step === 'string') ?? '');
  // It was stored before numbers were sealed.
  if (isNumberedSecret(value, path)) return placeholder;
  if (typeof value !== 'string' || FOREIGN.test(value)) return value;
  return isSecretPlace(path) || isHiddenText(value) ? mask(value, placeholder) : value;
}

/** Whether a number is the value of a secret; as text it is sealed like any other. */
function isNumberedSecret(value: JsonValue | undefined, path: Path): value is number {
  const name = path.findLast((step) => typeof step === 'string') ?? '';
  const isItem = typeof path.at(-1) === 'number';
  return typeof value === 'number' && isSecretPlace(path) && isSecretNumber(name, value, isItem);
}

/** What is secret whatever its key: a credential, in a URL for example, as it came or as it is stored. */
function isHiddenText(text: string): boolean {
  return text.startsWith(SEALED_MARK) || holdsCredentials(text);
}

/**
 * The written document as it is stored: secrets sealed, placeholders replaced by what is stored for
 * the same target, step by step. It must be storable, so that no deeper recursion happens than that allows.
 * @param stored the document that is replaced, secrets sealed; null for a new one.
 * @throws AppError `invalid-input` as `secretToStore` does.
 */
export function* sealSteps(
  written: JsonObject,
  stored: JsonObject | null,
  options: SealOptions,
): Sealing<SealedDocument> {
  const sealer = new Sealer(options);
  const place = { path: [], owners: [], was: [] };
  const document = yield* sealer.object(written, stored ?? undefined, place);
  return { document, warnings: sealer.warnings };
}

/** Others may have their turn at each step. */
type Sealing<T> = Generator<undefined, T>;
/** A step takes so many values. */
const STEP = 500;

interface Place {
  readonly path: Path;
  /** Objects around the value, innermost first, as written and as stored. */
  readonly owners: Owners;
  readonly was: Owners;
}

class Sealer {
  readonly warnings: Fault[] = [];
  #values = 0;

  constructor(private readonly options: SealOptions) {}

  *object(written: JsonObject, stored: JsonValue | undefined, place: Place): Sealing<JsonObject> {
    const before = isJsonObject(stored) ? stored : {};
    const owners = [withKept(written, before), ...place.owners].slice(0, 2);
    const was = [before, ...place.was].slice(0, 2);
    const members: [string, JsonValue][] = [];
    for (const [key, value] of Object.entries(written)) {
      const own = Object.hasOwn(before, key) ? before[key] : undefined;
      const inner = { path: [...place.path, key], owners, was };
      members.push([key, yield* this.value(value, own, inner)]);
    }
    return Object.fromEntries(members);
  }

  private *value(
    written: JsonValue,
    stored: JsonValue | undefined,
    place: Place,
  ): Sealing<JsonValue> {
    this.#values += 1;
    if (this.#values % STEP === 0) yield;
    if (Array.isArray(written)) return yield* this.list(written, stored, place);
    if (isJsonObject(written)) return yield* this.object(written, stored, place);
    return this.leaf(written, textOf(stored, place.path), place);
  }

  private leaf(written: JsonLeaf, own: string, place: Place): JsonLeaf {
    if (isNumberedSecret(written, place.path)) return this.secret(String(written), own, place);
    if (typeof written !== 'string') return written;
    const isSecret = isSecretPlace(place.path) || holdsCredentials(written) || isKept(written, own);
    return isSecret ? this.secret(written, own, place) : written;
  }

  private *list(
    written: readonly JsonValue[],
    stored: JsonValue | undefined,
    place: Place,
  ): Sealing<JsonValue[]> {
    const before = Array.isArray(stored) ? stored : [];
    const items: JsonValue[] = [];
    for (const [index, item] of written.entries()) {
      const own = counterpart(item, index, before);
      items.push(yield* this.value(item, own, { ...place, path: [...place.path, index] }));
    }
    return items;
  }

  private secret(written: string, stored: string, { path, owners, was }: Place): string {
    const pointer = jsonPointer(path);
    if (FOREIGN.test(written)) {
      this.warn(pointer, 'was encrypted by another platform, which alone can open it: it is kept');
      return written;
    }
    if (isPlaceholder(written) && stored === '' && this.options.unmatched === 'unset') {
      this.warn(pointer, 'is a placeholder and no secret is stored for it: enter the secret');
      return '';
    }
    const { before, after } = targetsOf(was, owners);
    const kept = secretToStore({ written, stored, pointer, before, after }, this.options.seal);
    // It was stored before credentials under any key, and numbers, were sealed.
    const isOpen = !kept.startsWith(SEALED_MARK) && (holdsCredentials(kept) || NUMBER.test(kept));
    return isOpen ? this.options.seal(kept) : kept;
  }

  private warn(pointer: string, detail: string): void {
    this.warnings.push({ pointer, detail });
  }
}

/** What is stored in a place, as text; empty for none. */
function textOf(stored: JsonValue | undefined, path: Path): string {
  if (isNumberedSecret(stored, path)) return String(stored);
  return typeof stored === 'string' ? stored : '';
}

/** Whether a placeholder stands for a credential that is stored under a key like any other. */
function isKept(written: string, stored: string): boolean {
  return isPlaceholder(written) && isHiddenText(stored);
}

/** The object with such credentials as they are stored: a URL that is written back has not changed. */
function withKept(written: JsonObject, stored: JsonObject): JsonObject {
  const kept = Object.entries(written).filter(([key, value]) => {
    const own = Object.hasOwn(stored, key) ? stored[key] : undefined;
    return typeof value === 'string' && typeof own === 'string' && isKept(value, own);
  });
  return kept.length === 0
    ? written
    : { ...written, ...Object.fromEntries(kept.map(([key]) => [key, stored[key] ?? null])) };
}

/**
 * The stored item that an item of a list stands for: the one with the same target, the one in its
 * place first. Where none has it, the one in its place, and its secret does not follow.
 */
function counterpart(
  item: JsonValue,
  index: number,
  stored: readonly JsonValue[],
): JsonValue | undefined {
  const inPlace = stored[index];
  if (!isJsonObject(item)) return inPlace;
  const candidates = [inPlace, ...stored].filter((one) => isJsonObject(one));
  return candidates.find((one) => haveSameTarget(one, item)) ?? inPlace;
}
