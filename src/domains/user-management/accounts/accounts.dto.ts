import { type Envelope, ENVELOPES } from '../../../kernel/envelope.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Reference, References } from '../../../api/fields/references.js';
import { FreeObject, ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, Instant, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { DoneAnswer } from '../../../api/answers/done.dto.js';
import { GroupReference, RoleReference, UserRecordMeta } from '../records/records.dto.js';
import {
  ENVELOPE,
  GROUP_KEY,
  GROUP_REFERENCES,
  LABEL,
  NAME,
  NEW_PASSWORD,
  ROLE_KEY,
  ROLE_REFERENCES,
} from '../records/user-fields.js';

/** Options of `GET /authorization/accounts` alone. */
export class AccountListOptions {
  @Flag({ optional: true, note: 'Only inactive accounts, or only active ones' })
  readonly inactive?: boolean;

  @Flag({ optional: true, note: 'Only accounts of programs, or only those of people' })
  readonly isServiceAccount?: boolean;

  @Text({ max: 256, optional: true, note: 'Only the account of this name' })
  readonly username?: string;
}

/** What every answer shows of an account. Never anything about its password. */
export class DescribedAccount {
  @Text()
  readonly _id!: string;

  @Text({ note: '`local` for accounts with a password of this platform' })
  readonly provenance!: string;

  @Text()
  readonly username!: string;

  @Text()
  readonly firstname!: string;

  @ListOf('text', { note: 'Names of the groups that it belongs to' })
  readonly groups!: readonly string[];

  @Flag({ note: 'Can neither sign in nor do anything with credentials it still has' })
  readonly inactive!: boolean;

  @Nested(() => UserRecordMeta)
  readonly _meta!: UserRecordMeta;
}

/** An account as operation 17 answers it. */
export class AccountRecord extends DescribedAccount {
  @ListOf('text', { note: 'Ids of the groups that it belongs to' })
  readonly memberOf!: readonly string[];

  @ListOf('text', { note: 'Ids of roles' })
  readonly assignedRoles!: readonly string[];
}

/** An account as `/authorization/accounts` answers it. */
export class AuthorizationAccount extends DescribedAccount {
  @ListOf(() => GroupReference, { note: 'The groups that it belongs to' })
  readonly memberOf!: readonly GroupReference[];

  @ListOf(() => RoleReference)
  readonly assignedRoles!: readonly RoleReference[];

  @ListOf(() => RoleReference, { note: 'What its groups give' })
  readonly inheritedRoles!: readonly RoleReference[];

  @OneOf(ENVELOPES, ENVELOPE)
  readonly envelope!: Envelope | null;

  @Flag({ note: 'The account of a program, which signs in with a client secret' })
  readonly isServiceAccount!: boolean;

  @Flag({ note: 'Too many sign-ins failed; writing false forgets them' })
  readonly locked!: boolean;

  @Instant({ nullable: true, note: 'Null for accounts that never signed in' })
  readonly lastSignIn!: string | null;
}

/** The caller's own account, as existing clients read it. */
export class UserSettingsAnswer extends AuthorizationAccount {
  @FreeObject({ note: 'Empty: tokens of repositories belong to their configurations' })
  readonly gitTokens!: JsonObject;

  @Instant({ nullable: true, note: 'The same as lastSignIn' })
  readonly lastLogin!: string | null;
}

/** Answer of `GET /authorization/accounts`. */
export class ListAccountsAnswer {
  @ListOf(() => AuthorizationAccount)
  readonly results!: readonly AuthorizationAccount[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** A new account of operation 17. */
export class NewAccountFields {
  @Text({ ...NAME, example: 'ada' })
  readonly username!: string;

  @Text({ ...NEW_PASSWORD, note: 'Never shown again' })
  readonly password!: string;

  @Text({ ...LABEL, optional: true })
  readonly firstname?: string;

  @References(GROUP_KEY, GROUP_REFERENCES)
  readonly groups?: Reference<typeof GROUP_KEY>[];

  @References(ROLE_KEY, ROLE_REFERENCES)
  readonly assignedRoles?: Reference<typeof ROLE_KEY>[];

  @Flag({ optional: true, note: 'false when absent' })
  readonly inactive?: boolean;
}

/** An account to add. */
export class CreateAccountRequest {
  @Nested(() => NewAccountFields)
  readonly account!: NewAccountFields;
}

/** A new account of `/authorization/accounts`. */
export class AddedAccountFields extends NewAccountFields {
  @References(GROUP_KEY, { ...GROUP_REFERENCES, note: 'The same as groups' })
  readonly memberOf?: Reference<typeof GROUP_KEY>[];

  @OneOf(ENVELOPES, { ...ENVELOPE, optional: true })
  readonly envelope?: Envelope | null;
}

/** An account to add. */
export class AddAccountRequest {
  @Nested(() => AddedAccountFields)
  readonly account!: AddedAccountFields;
}

/** What may change about an account. */
export class AccountFields {
  @Text({ optional: true, max: 256, note: 'The present name: an account keeps its name' })
  readonly username?: string;

  @Text({ ...NEW_PASSWORD, optional: true, note: 'Ends the sessions of the account' })
  readonly password?: string;

  @Text({ ...LABEL, optional: true })
  readonly firstname?: string;

  @References(GROUP_KEY, GROUP_REFERENCES)
  readonly groups?: Reference<typeof GROUP_KEY>[];

  @References(GROUP_KEY, { ...GROUP_REFERENCES, note: 'The same as groups' })
  readonly memberOf?: Reference<typeof GROUP_KEY>[];

  @References(ROLE_KEY, ROLE_REFERENCES)
  readonly assignedRoles?: Reference<typeof ROLE_KEY>[];

  @Flag({ optional: true })
  readonly inactive?: boolean;

  @OneOf(ENVELOPES, { ...ENVELOPE, optional: true })
  readonly envelope?: Envelope | null;

  @Flag({ optional: true, note: 'Only false: forgets failed sign-ins' })
  readonly locked?: boolean;
}

/** What changes about an account, by itself or inside `account` or `updates`; what is absent stays. */
export class UpdateAccountRequest extends AccountFields {
  @Nested(() => AccountFields, { optional: true })
  readonly updates?: AccountFields;

  @Nested(() => AccountFields, { optional: true })
  readonly account?: AccountFields;
}

/** An account that was added, as operation 17 tells it. */
export class CreatedAccount extends DoneAnswer {
  @Nested(() => AccountRecord)
  readonly data!: AccountRecord;
}

/** Answer of operation 17. */
export class CreateAccountAnswer {
  @Nested(() => CreatedAccount)
  readonly result!: CreatedAccount;
}

/** What was done with an account. */
export class AccountAnswer extends DoneAnswer {
  @Nested(() => AuthorizationAccount)
  readonly data!: AuthorizationAccount;
}

/** Another password for the caller's own account. */
export class ChangePasswordRequest {
  @Text({ min: 1, max: 1024, format: 'password' })
  readonly currentPassword!: string;

  @Text({ ...NEW_PASSWORD, note: 'Ends every session of the account, this one too' })
  readonly newPassword!: string;
}
