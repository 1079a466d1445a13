import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type JsonObject, type JsonValue } from '#kernel/json.js';
import { maskedData } from '#platform/secrets/masked-data.js';
import { isSealed, SecretBox } from '#platform/secrets/secret-box.js';
import { type ValueRef, type ValueRefs } from '#cores/engine/value-ref.js';
import { type ValueMapping, mapValues } from '#cores/engine/map-values.js';
import { JobSecrets } from './job-secrets.js';
import { type ValueFile } from './job-value-files.repository.js';
import { bytesOf, textOf } from './value-sizes.js';

const HASH_BYTES = 32;

/** Takes large values out of what refers to them. */
export interface Shrinking {
  readonly map: ValueMapping;
  /** What is to be stored apart before the reference to it is. */
  readonly files: ValueFile[];
}

/**
 * How values are written into texts, and read from them: what is secret stands sealed in every text, as the
 * sealed JSON of the value.
 */
@Injectable()
export class ValueCodecService {
  /** A value stays the same object from step to step: it is sealed once. */
  private readonly sealed = new WeakMap<ValueRef, ValueRef>();

  constructor(private readonly box: SecretBox) {}

  /** As values are written down: what is secret, or holds something that is, is sealed as a whole. */
  sealing(secrets: JobSecrets): ValueMapping {
    return (held, name = '') => {
      if (held.kind !== 'here' || held.sealed === true) return held;
      const known = this.sealed.get(held);
      if (known) return known;
      if (held.secret !== true && !secrets.hides(held, name)) return held;
      const value = this.box.seal(textOf(held.value));
      const mark = held.secret === true ? { secret: true as const } : { sealed: true as const };
      const made: ValueRef = { kind: 'here', value, ...mark };
      this.sealed.set(held, made);
      return made;
    };
  }

  /**
   * As it was before it was written down; one that no key of ours opens stays `sealed`. Once for each text: what comes
   * out may look like a sealed text itself.
   * @throws AppError `conflict` (code `secret-unreadable`) for such a one when `strict`.
   */
  unseal(held: ValueRef, strict: boolean): ValueRef {
    if (held.kind !== 'here' || !isSealedHere(held)) return held;
    const outcome = this.box.tryUnseal(held.value);
    if (outcome.kind === 'unreadable') {
      if (strict) this.box.unseal(held.value); // says why it cannot
      return { ...held, sealed: true };
    }
    const value = JSON.parse(outcome.text) as JsonValue;
    const opened: ValueRef = { kind: 'here', value, ...(held.secret && { secret: true }) };
    // The seal of a former key is not written again: that key may be gone before the job ends.
    if (outcome.byNewestKey) this.sealed.set(opened, held);
    return opened;
  }

  /** Values as a text, sealed. */
  encode(values: ValueRefs, secrets: JobSecrets): string {
    return JSON.stringify(mapValues(values, this.sealing(secrets)));
  }

  /** One value as a text, sealed. */
  encodeOne(held: ValueRef, secrets: JobSecrets): string {
    return JSON.stringify(this.sealing(secrets)(held));
  }

  /** What `encode` wrote. */
  decode(text: string): ValueRefs {
    return mapValues(JSON.parse(text) as ValueRefs, (held) => this.unseal(held, false));
  }

  /** What `encodeOne` wrote. */
  decodeOne(text: string): ValueRef {
    return this.unseal(JSON.parse(text) as ValueRef, false);
  }

  /** A document as one text, which is sealed as a whole where it holds something secret. */
  encodeDocument(document: JsonObject): string {
    const text = JSON.stringify(document);
    return maskedData(document) === document ? text : this.box.seal(text);
  }

  /**
   * What `encodeDocument` wrote, or what was stored open before.
   * @throws AppError `conflict` (code `secret-unreadable`) for one that no key of ours opens.
   */
  decodeDocument(text: string): JsonObject {
    return JSON.parse(isSealed(text) ? this.box.unseal(text) : text) as JsonObject;
  }

  /** Takes values that are longer than this out of what refers to them. */
  shrinking(jobId: string, limitBytes: number, secrets: JobSecrets): Shrinking {
    const files: ValueFile[] = [];
    const apart = new Map<ValueRef, ValueRef>();
    const map: ValueMapping = (held, name = '') => {
      if (held.kind !== 'here' || bytesOf(held) <= limitBytes) return held;
      const known = apart.get(held);
      if (known) return known;
      const text = textOf(held.value);
      const secret = held.secret === true;
      const isHidden = secret || secrets.hides(held, name);
      const hash = hashOf(text, isHidden);
      const stored: ValueRef = {
        kind: 'stored',
        hash,
        bytes: Buffer.byteLength(text),
        ...(secret && { secret }),
      };
      files.push({ jobId, hash, text, secret: isHidden });
      apart.set(held, stored);
      return stored;
    };
    return { map, files };
  }
}

function isSealedHere(
  held: Extract<ValueRef, { kind: 'here' }>,
): held is typeof held & { readonly value: string } {
  const { value, secret, sealed } = held;
  return (secret ?? sealed) === true && typeof value === 'string' && isSealed(value);
}

/** The hash of a secret could be looked for; each of those gets a name of its own. */
function hashOf(text: string, isSecret: boolean): string {
  if (isSecret) return randomBytes(HASH_BYTES).toString('hex');
  return createHash('sha256').update(text).digest('hex');
}
