import { type Envelope, ENVELOPES } from '../../../kernel/envelope.js';
import { type Reference, References } from '../../../api/fields/references.js';
import { ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, Instant, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { UserRecordMeta } from '../records/records.dto.js';
import {
  ENVELOPE,
  GROUP_REFERENCES,
  LABEL,
  NAME,
  ROLE_KEY,
  ROLE_REFERENCES,
} from '../records/user-fields.js';

/** Options of `GET /oauth/serviceAccounts` alone. */
export class ServiceAccountListOptions {
  @Flag({ optional: true, note: 'Only inactive ones, or only active ones' })
  readonly inactive?: boolean;
}

/** A new service account. */
export class CreateServiceAccountRequest {
  @Text({ ...NAME, note: 'No account has it yet', example: 'ci-pipeline' })
  readonly name!: string;

  @Text({ ...LABEL, optional: true })
  readonly description?: string;

  @ListOf('text', GROUP_REFERENCES)
  readonly groups?: readonly string[];

  @References(ROLE_KEY, ROLE_REFERENCES)
  readonly assignedRoles?: Reference<typeof ROLE_KEY>[];

  @Flag({ optional: true, note: 'false when absent' })
  readonly inactive?: boolean;

  @OneOf(ENVELOPES, { ...ENVELOPE, optional: true })
  readonly envelope?: Envelope | null;
}

/** What changes about a service account; what is absent stays. */
export class UpdateServiceAccountRequest {
  @Text({ ...LABEL, optional: true })
  readonly description?: string;

  @ListOf('text', GROUP_REFERENCES)
  readonly groups?: readonly string[];

  @References(ROLE_KEY, ROLE_REFERENCES)
  readonly assignedRoles?: Reference<typeof ROLE_KEY>[];

  @Flag({ optional: true })
  readonly inactive?: boolean;

  @OneOf(ENVELOPES, { ...ENVELOPE, optional: true })
  readonly envelope?: Envelope | null;
}

/** A service account; never with its secret. */
export class ServiceAccountAnswer {
  @Text()
  readonly _id!: string;

  @Text({ note: 'What it signs in with, together with its secret' })
  readonly clientId!: string;

  @Text()
  readonly name!: string;

  @Text()
  readonly description!: string;

  @ListOf('text', { note: 'Ids of the groups that it belongs to' })
  readonly memberOf!: readonly string[];

  @ListOf('text', { note: 'Ids of roles' })
  readonly assignedRoles!: readonly string[];

  @Flag({ note: 'Its secret opens nothing, and neither does an access token it still has' })
  readonly inactive!: boolean;

  @OneOf(ENVELOPES, ENVELOPE)
  readonly envelope!: Envelope | null;

  @Instant({ nullable: true, note: 'When an access token was last issued to it' })
  readonly lastSignIn!: string | null;

  @Instant({ nullable: true, note: 'When its secret was made; null when it has none' })
  readonly secretCreated!: string | null;

  @Nested(() => UserRecordMeta)
  readonly _meta!: UserRecordMeta;
}

/** Answer of `GET /oauth/serviceAccounts`. */
export class ListServiceAccountsAnswer {
  @ListOf(() => ServiceAccountAnswer)
  readonly results!: readonly ServiceAccountAnswer[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** A service account with a new secret, which is answered here and never again. */
export class IssuedServiceAccountAnswer extends ServiceAccountAnswer {
  @Text({ note: 'Answered once' })
  readonly clientSecret!: string;
}
