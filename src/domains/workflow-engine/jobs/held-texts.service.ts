import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type JsonValue } from '../../../kernel/json.js';
import { isSealed, SecretBox } from '../../../platform/secrets/secret-box.js';
import { type HeldValue, type HeldValues } from '../engine/held-value.js';
import { type HeldMapping, mapValues } from '../engine/map-held.js';
import { JobSecrets } from './job-secrets.js';
import { type ValueFile } from './job-value-files.repository.js';
import { bytesOf } from './value-sizes.js';

const HASH_BYTES = 32;

/** Takes large values out of what refers to them. */
export interface Shrinking {
  readonly map: HeldMapping;
  /** What is to be stored apart before the reference to it is. */
  readonly files: ValueFile[];
}

/**
 * How values are written into texts, and read from them: what is secret stands sealed in every text, as the
 * sealed JSON of the value.
 */
@Injectable()
export class HeldTexts {
  /** A value stays the same object from step to step: it is sealed once. */
  private readonly sealed = new WeakMap<HeldValue, HeldValue>();

  constructor(private readonly box: SecretBox) {}

  /** As values are written down: what is secret, or holds something that is, is sealed as a whole. */
  sealing(secrets: JobSecrets): HeldMapping {
    return (held, name = '') => {
      if (held.kind !== 'here' || held.sealed === true) return held;
      const known = this.sealed.get(held);
      if (known) return known;
      if (held.secret !== true && !secrets.hides(held, name)) return held;
      const value = this.box.seal(JSON.stringify(held.value));
      const mark = held.secret === true ? { secret: true as const } : { sealed: true as const };
      const made: HeldValue = { kind: 'here', value, ...mark };
      this.sealed.set(held, made);
      return made;
    };
  }

  /**
   * As it was before it was written down; one that no key of ours opens stays sealed.
   * @throws AppError `conflict` (code `secret-unreadable`) for such a one when `strict`.
   */
  unseal(held: HeldValue, strict: boolean): HeldValue {
    if (held.kind !== 'here' || !isSealedHere(held)) return held;
    const outcome = this.box.tryUnseal(held.value);
    if (outcome.kind === 'unreadable') {
      if (strict) this.box.unseal(held.value); // says why it cannot
      return held;
    }
    const value = JSON.parse(outcome.text) as JsonValue;
    const opened: HeldValue = { kind: 'here', value, ...(held.secret && { secret: true }) };
    // The seal of a former key is not written again: that key may be gone before the job ends.
    if (outcome.byNewestKey) this.sealed.set(opened, held);
    return opened;
  }

  /** Values as a text, sealed. */
  encode(values: HeldValues, secrets: JobSecrets): string {
    return JSON.stringify(mapValues(values, this.sealing(secrets)));
  }

  /** One value as a text, sealed. */
  encodeOne(held: HeldValue, secrets: JobSecrets): string {
    return JSON.stringify(this.sealing(secrets)(held));
  }

  /** What `encode` wrote. */
  decode(text: string): HeldValues {
    return mapValues(JSON.parse(text) as HeldValues, (held) => this.unseal(held, false));
  }

  /** What `encodeOne` wrote. */
  decodeOne(text: string): HeldValue {
    return this.unseal(JSON.parse(text) as HeldValue, false);
  }

  /** Takes values that are longer than this out of what refers to them. */
  shrinking(jobId: string, limitBytes: number, secrets: JobSecrets): Shrinking {
    const files: ValueFile[] = [];
    const apart = new Map<HeldValue, HeldValue>();
    const map: HeldMapping = (held, name = '') => {
      if (held.kind !== 'here' || bytesOf(held) <= limitBytes) return held;
      const known = apart.get(held);
      if (known) return known;
      const text = JSON.stringify(held.value);
      const secret = held.secret === true;
      const isHidden = secret || secrets.hides(held, name);
      const hash = hashOf(text, isHidden);
      const stored: HeldValue = {
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
  held: Extract<HeldValue, { kind: 'here' }>,
): held is typeof held & { readonly value: string } {
  const { value, secret, sealed } = held;
  return (secret ?? sealed) === true && typeof value === 'string' && isSealed(value);
}

/** The hash of a secret could be looked for; each of those gets a name of its own. */
function hashOf(text: string, isSecret: boolean): string {
  if (isSecret) return randomBytes(HASH_BYTES).toString('hex');
  return createHash('sha256').update(text).digest('hex');
}
