import { FreeObject, ListOf } from '../../api/fields/structures.js';

import { Instant, OneOf, Text, Whole } from '../../api/fields/values.js';
import { type JsonObject } from '../../kernel/json.js';
import {
  AUDIT_KINDS,
  AUDIT_OUTCOMES,
  type AuditKind,
  type AuditOutcome,
} from '../../platform/audit/audit-entry.js';

/** Nothing that is searched is longer. */
const SEARCHED = { max: 512, optional: true } as const;

/** Options of `GET /audit` alone; every filter that is given must hold, exactly. */
export class AuditListOptions {
  @Instant({ optional: true, note: 'This instant and later' })
  readonly from?: string;

  @Instant({ optional: true, note: 'Before this instant' })
  readonly to?: string;

  @OneOf(AUDIT_KINDS, { optional: true, note: 'Only entries of this kind' })
  readonly kind?: AuditKind;

  @OneOf(AUDIT_OUTCOMES, { optional: true, note: 'Only what came to this' })
  readonly outcome?: AuditOutcome;

  @Text({ ...SEARCHED, note: '_id of the account that did it, or tried to' })
  readonly account?: string;

  @Text({ ...SEARCHED, note: 'Its name, whatever the case' })
  readonly username?: string;

  @Text({ ...SEARCHED, note: 'Id of the operation, or name of the command' })
  readonly operation?: string;

  @Text({ ...SEARCHED, note: 'What was changed: account, group, profile, package …' })
  readonly objectType?: string;

  @Text({ ...SEARCHED, note: 'Which of them; together with objectType' })
  readonly objectId?: string;

  @Text({ ...SEARCHED, note: 'X-Request-Id of the request' })
  readonly requestId?: string;

  @Text({ ...SEARCHED, note: 'Address that the request came from' })
  readonly address?: string;
}

/** An object that was changed. */
export class AuditedObjectShown {
  @Text()
  readonly type!: string;

  @Text()
  readonly id!: string;

  @Text()
  readonly name!: string;

  @OneOf(['whole', 'differences'], {
    note: 'differences: the parts that differ, by JSON pointer, where the document is large',
  })
  readonly form!: 'whole' | 'differences';

  @FreeObject({ nullable: true, note: 'Null for what did not exist; secrets are masked' })
  readonly before!: JsonObject | null;

  @FreeObject({ nullable: true, note: 'Null for what does not exist any more' })
  readonly after!: JsonObject | null;

  @Text({ note: 'What was left out; empty when nothing was' })
  readonly cut!: string;
}

/** Where a chain of the trail ends, or what was removed of it. */
export class AuditChainEnd {
  @Text()
  readonly chain!: string;

  @Whole({ min: 1 })
  readonly sequence!: number;

  @Text()
  readonly hash!: string;
}

/** An entry of the audit trail. */
export class AuditEntryShown {
  @Text()
  readonly _id!: string;

  @Instant({ note: 'When it happened; the first time, where several are counted together' })
  readonly at!: string;

  @Instant({ note: 'The last time' })
  readonly until!: string;

  @Whole({ min: 1, note: 'How often: refused sign-ins of one kind are counted together' })
  readonly count!: number;

  @OneOf(AUDIT_KINDS)
  readonly kind!: AuditKind;

  @OneOf(AUDIT_OUTCOMES, { note: 'failed: changed something and was answered with a failure' })
  readonly outcome!: AuditOutcome;

  @Text({ nullable: true, note: 'Why it was refused or failed; what the platform has to say' })
  readonly reason!: string | null;

  @Text({ nullable: true, note: '_id of the account' })
  readonly account!: string | null;

  @Text({ nullable: true })
  readonly username!: string | null;

  @Text({ nullable: true })
  readonly provenance!: string | null;

  @Text({ nullable: true, note: 'Keyed hash of a name that no account has' })
  readonly nameHash!: string | null;

  @Text({
    nullable: true,
    note: 'bearer, basic, cookie, query-token, authorization, password, openid, client-secret, trigger-token or trigger-signature',
  })
  readonly credential!: string | null;

  @Text({ nullable: true, note: '_id of the session or token' })
  readonly credentialId!: string | null;

  @Text({ nullable: true })
  readonly address!: string | null;

  @Text({ nullable: true })
  readonly userAgent!: string | null;

  @Text({ nullable: true })
  readonly requestId!: string | null;

  @Text({ nullable: true, note: 'Id of the operation, or name of the command' })
  readonly operation!: string | null;

  @Whole({ nullable: true, note: 'Status of the answer' })
  readonly status!: number | null;

  @Text({
    nullable: true,
    note: '`mcp`: a tool of the Model Context Protocol called the operation',
  })
  readonly via!: string | null;

  @ListOf(() => AuditedObjectShown)
  readonly objects!: readonly AuditedObjectShown[];

  @Text({ note: 'The chain of records that this one belongs to: one for each process' })
  readonly chain!: string;

  @Whole({ min: 1, note: 'Its place in the chain' })
  readonly sequence!: number;

  @Text({ note: 'Hash of the record before; empty for the first' })
  readonly previousHash!: string;

  @Text()
  readonly hash!: string;

  @ListOf(() => AuditChainEnd, { note: 'Ends of other chains that were seen' })
  readonly heads!: readonly AuditChainEnd[];

  @ListOf(() => AuditChainEnd, { note: 'Last records that were removed because of their age' })
  readonly removed!: readonly AuditChainEnd[];
}

/** Answer of `GET /audit`. */
export class ListAuditEntriesAnswer {
  @ListOf(() => AuditEntryShown)
  readonly results!: readonly AuditEntryShown[];

  @Whole({ min: 0, note: 'How many entries match' })
  readonly total!: number;
}
