import { type IdSource } from '../../kernel/ids.js';
import { type AuditRecord, type ChainHead } from './audit-entry.js';
import { type AuditKeysService } from './audit-keys.service.js';
import { type RecordDraft } from './audit-record.js';
import { type AuditRecordsRepository } from './audit-records.repository.js';
import { NO_HASH, recordHash } from './chain.js';

/** What a chain is written with. */
export interface ChainWriterDeps {
  readonly records: Pick<AuditRecordsRepository, 'insert' | 'lastSequence'>;
  readonly keys: Pick<AuditKeysService, 'current'>;
  readonly ids: IdSource;
  /** The first record of the chain: it names the ends of the others. */
  readonly opening: () => Promise<RecordDraft>;
}

/**
 * The chain of this process. Nobody else writes to it, so each record can name the one before
 * without asking the database. One write at a time.
 */
export class ChainWriter {
  readonly chain: string;
  #head: ChainHead;
  /** Made, but not known to be stored: a write that failed may have stored some of them. */
  #unconfirmed: readonly AuditRecord[] = [];

  constructor(private readonly deps: ChainWriterDeps) {
    this.chain = deps.ids.next();
    this.#head = { chain: this.chain, sequence: 0, hash: NO_HASH };
  }

  /** The last record that is known to be stored; sequence 0 before the first. */
  get head(): ChainHead {
    return this.#head;
  }

  /** Stores the drafts as the next records. After a failure: the same drafts again. */
  async write(drafts: readonly RecordDraft[]): Promise<void> {
    let records = this.#unconfirmed;
    if (records.length === 0) {
      records = await this.#make(drafts);
      this.#unconfirmed = records;
    } else {
      const last = await this.deps.records.lastSequence(this.chain);
      records = records.filter(({ sequence }) => sequence > last);
    }
    if (records.length > 0) await this.deps.records.insert(records);
    const end = this.#unconfirmed.at(-1);
    if (end) this.#head = { chain: this.chain, sequence: end.sequence, hash: end.hash };
    this.#unconfirmed = [];
  }

  async #make(drafts: readonly RecordDraft[]): Promise<readonly AuditRecord[]> {
    const { id: keyId, key } = await this.deps.keys.current();
    const isNew = this.#head.sequence === 0;
    const all = isNew ? [await this.deps.opening(), ...drafts] : drafts;
    let { sequence, hash } = this.#head;
    return all.map((draft) => {
      sequence += 1;
      const place = { _id: this.deps.ids.next(), chain: this.chain, sequence };
      const record = { ...place, ...draft, keyId, previousHash: hash };
      hash = recordHash(record, key);
      return { ...record, hash };
    });
  }
}
