import { Injectable } from '@nestjs/common';
import { IdSource } from '../../kernel/ids.js';
import { type AuditRecord, type ChainHead } from './audit-entry.js';
import { AuditKeysService } from './audit-keys.service.js';
import { type RecordDraft } from './audit-record.js';
import { AuditRecordsRepository } from './audit-records.repository.js';
import { NO_HASH, recordHash } from './chain.js';

/** Makes the first record of a chain, which names the ends of the others. */
export type ChainOpening = () => Promise<RecordDraft>;

/**
 * The chain of this process. Nobody else writes to it, so each record can name the one before
 * without asking the database. One write at a time.
 */
@Injectable()
export class ChainWriter {
  readonly chain: string;
  #head: ChainHead;
  /** Made, but not known to be stored: a write that failed may have stored some of them. */
  #unconfirmed: readonly AuditRecord[] = [];

  constructor(
    private readonly records: AuditRecordsRepository,
    private readonly keys: AuditKeysService,
    private readonly ids: IdSource,
  ) {
    this.chain = ids.next();
    this.#head = { chain: this.chain, sequence: 0, hash: NO_HASH };
  }

  /** The last record that is known to be stored; sequence 0 before the first. */
  get head(): ChainHead {
    return this.#head;
  }

  /** Stores the drafts as the next records. After a failure: the same drafts again. */
  async write(drafts: readonly RecordDraft[], opening: ChainOpening): Promise<void> {
    let records = this.#unconfirmed;
    if (records.length === 0) {
      records = await this.#make(drafts, opening);
      this.#unconfirmed = records;
    } else {
      const last = await this.records.lastSequence(this.chain);
      records = records.filter(({ sequence }) => sequence > last);
    }
    if (records.length > 0) await this.records.insert(records);
    const end = this.#unconfirmed.at(-1);
    if (end) this.#head = { chain: this.chain, sequence: end.sequence, hash: end.hash };
    this.#unconfirmed = [];
  }

  async #make(
    drafts: readonly RecordDraft[],
    opening: ChainOpening,
  ): Promise<readonly AuditRecord[]> {
    const { id: keyId, key } = await this.keys.current();
    const isNew = this.#head.sequence === 0;
    const all = isNew ? [await opening(), ...drafts] : drafts;
    let { sequence, hash } = this.#head;
    return all.map((draft) => {
      sequence += 1;
      const place = { _id: this.ids.next(), chain: this.chain, sequence };
      const record = { ...place, ...draft, keyId, previousHash: hash };
      hash = recordHash(record, key);
      return { ...record, hash };
    });
  }
}
