import { Injectable } from '@nestjs/common';
import { AuditKeysService } from '../../platform/audit/audit-keys.service.js';
import { AuditRecordsRepository } from '../../platform/audit/audit-records.repository.js';
import { type ChainBreak, ChainCheck } from '../../platform/audit/chain-check.js';

/** What verification came to; of each broken chain the first record that is wrong, or missing. */
export type AuditVerification =
  /** Every platform has records from its first start on: this is none, or all of them are gone. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'sound'; readonly chains: number; readonly records: number }
  | {
      readonly kind: 'broken';
      readonly chains: number;
      readonly records: number;
      readonly breaks: readonly ChainBreak[];
    };

/** Called now and then with how many records were looked at, of about how many. */
export type VerificationProgress = (done: number, total: number) => void;

const REPORT_EVERY = 1000;

/** Decides whether the trail is as it was written: nothing edited, taken out, added or cut off. */
@Injectable()
export class AuditVerificationService {
  constructor(
    private readonly records: AuditRecordsRepository,
    private readonly keys: AuditKeysService,
  ) {}

  /**
   * Reads every record, in bounded memory; what is added meanwhile may or may not be seen. What seems
   * broken is read a second time: retention may have shortened a chain in between.
   */
  async verify(onProgress: VerificationProgress = () => undefined): Promise<AuditVerification> {
    const first = await this.look(onProgress);
    return first.kind !== 'broken' ? first : this.look(onProgress);
  }

  private async look(onProgress: VerificationProgress): Promise<AuditVerification> {
    const total = await this.records.estimatedCount();
    const keys = await this.keys.all();
    const check = new ChainCheck(
      (id) => keys.get(id),
      (heads) => this.records.present(heads),
    );
    for await (const removal of this.records.removals()) check.learnRemoval(removal);
    let records = 0;
    for await (const record of this.records.walk()) {
      await check.look(record);
      records += 1;
      if (records % REPORT_EVERY === 0) onProgress(records, Math.max(total, records));
    }
    onProgress(records, records);
    const { chains, breaks } = check;
    if (records === 0) return { kind: 'empty' };
    return breaks.length === 0
      ? { kind: 'sound', chains, records }
      : { kind: 'broken', chains, records, breaks };
  }
}
