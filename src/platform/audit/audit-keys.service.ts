import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { SecretBox } from '../secrets/secret-box.js';
import { AuditKeysRepository } from './audit-keys.repository.js';

const KEY_BYTES = 32;
/** The key that new records are made with. Another one would be added under a name of its own. */
const CURRENT = 'k1';

/** A key with the name that records carry. */
export interface NamedAuditKey {
  readonly id: string;
  readonly key: KeyObject;
}

/**
 * The key of the hashes. It lies sealed in the database, so that exchanging SECRETS_KEYS re-seals it
 * and old records can still be verified; who has the database alone cannot open it (ADR 0083).
 */
@Injectable()
export class AuditKeysService {
  private reading: Promise<NamedAuditKey> | undefined;

  constructor(
    private readonly keys: AuditKeysRepository,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /**
   * The key for new records, made at the first use.
   * @throws AppError `conflict` when it cannot be unsealed.
   */
  current(): Promise<NamedAuditKey> {
    if (!this.reading) {
      const reading = this.readOrMake();
      this.reading = reading;
      reading.catch(() => {
        this.reading = undefined;
      });
    }
    return this.reading;
  }

  /** Whether any record was made before: the first one needs a key. */
  async areMade(): Promise<boolean> {
    return (await this.keys.find(CURRENT)) !== null;
  }

  /** The keys that records name, by their ids, as far as they can be unsealed. */
  async all(): Promise<ReadonlyMap<string, KeyObject>> {
    const stored = await this.keys.findAll();
    return new Map(
      stored.flatMap(({ _id, sealed }): [string, KeyObject][] => {
        const outcome = this.box.tryUnseal(sealed);
        return outcome.kind === 'unsealed' ? [[_id, toKey(outcome.text)]] : [];
      }),
    );
  }

  private async readOrMake(): Promise<NamedAuditKey> {
    const stored =
      (await this.keys.find(CURRENT)) ??
      (await this.keys.insertOrGet({
        _id: CURRENT,
        sealed: this.box.seal(randomBytes(KEY_BYTES).toString('base64')),
        created: this.clock.now(),
      }));
    return { id: stored._id, key: toKey(this.box.unseal(stored.sealed)) };
  }
}

function toKey(text: string): KeyObject {
  return createSecretKey(Buffer.from(text, 'base64'));
}
