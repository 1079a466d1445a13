import { type Fault } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';
import { isPlaceholder, mask, secretToStore } from '../../../platform/secrets/placeholders.js';
import { isSecretPlace, placeholderOf } from './secret-keys.js';
import { haveSameTarget, type Owners, targetsOf } from './secret-target.js';

/**
 * What other platforms make of a secret: `$ENC` and hexadecimal digits. Only they can open it, so it
 * is no secret here and is kept as it is. Our own sealed text has dots: it is never taken for this.
 */
const FOREIGN = /^\$ENC[0-9a-fA-F]{8,}$/;

type Path = readonly (string | number)[];

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
  return maskedObject(document, []);
}

function maskedObject(object: JsonObject, path: Path): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, masked(value, [...path, key])]),
  );
}

function masked(value: JsonValue, path: Path): JsonValue {
  if (Array.isArray(value)) return value.map((item, index) => masked(item, [...path, index]));
  if (isJsonObject(value)) return maskedObject(value, path);
  if (typeof value !== 'string' || !isSecretPlace(path) || FOREIGN.test(value)) return value;
  const key = path.findLast((step) => typeof step === 'string');
  return mask(value, placeholderOf(key ?? ''));
}

/**
 * The written document as it is stored: secrets sealed, placeholders replaced by what is stored for
 * the same target. It must be storable, so that no deeper recursion happens than that allows.
 * @param stored the document that is replaced, secrets sealed; null for a new one.
 * @throws AppError `invalid-input` as `secretToStore` does.
 */
export function sealSecrets(
  written: JsonObject,
  stored: JsonObject | null,
  options: SealOptions,
): SealedDocument {
  const sealer = new Sealer(options);
  const document = sealer.object(written, stored ?? undefined, { path: [], owners: [], was: [] });
  return { document, warnings: sealer.warnings };
}

interface Place {
  readonly path: Path;
  /** Objects around the value, innermost first, as written and as stored. */
  readonly owners: Owners;
  readonly was: Owners;
}

class Sealer {
  readonly warnings: Fault[] = [];

  constructor(private readonly options: SealOptions) {}

  object(written: JsonObject, stored: JsonValue | undefined, place: Place): JsonObject {
    const before = isJsonObject(stored) ? stored : {};
    const owners = [written, ...place.owners].slice(0, 2);
    const was = [before, ...place.was].slice(0, 2);
    return Object.fromEntries(
      Object.entries(written).map(([key, value]) => {
        const own = Object.hasOwn(before, key) ? before[key] : undefined;
        return [key, this.value(value, own, { path: [...place.path, key], owners, was })];
      }),
    );
  }

  private value(written: JsonValue, stored: JsonValue | undefined, place: Place): JsonValue {
    if (Array.isArray(written)) return this.list(written, stored, place);
    if (isJsonObject(written)) return this.object(written, stored, place);
    if (typeof written !== 'string' || !isSecretPlace(place.path)) return written;
    return this.secret(written, typeof stored === 'string' ? stored : '', place);
  }

  private list(
    written: readonly JsonValue[],
    stored: JsonValue | undefined,
    place: Place,
  ): JsonValue[] {
    const before = Array.isArray(stored) ? stored : [];
    return written.map((item, index) => {
      const own = counterpart(item, index, before);
      return this.value(item, own, { ...place, path: [...place.path, index] });
    });
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
    return secretToStore({ written, stored, pointer, before, after }, this.options.seal);
  }

  private warn(pointer: string, detail: string): void {
    this.warnings.push({ pointer, detail });
  }
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
