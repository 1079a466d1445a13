import { type Reference, References } from '../../../api/fields/references.js';
import { ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, Instant, ListLimit, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { DoneAnswer, RoleReference, UserRecordMeta } from '../records/records.dto.js';
import {
  GROUP_REFERENCES,
  LABEL,
  NAME,
  NEW_PASSWORD,
  ROLE_KEY,
  ROLE_REFERENCES,
  SEARCHED,
} from '../records/user-fields.js';

const FIELDS = ['_id', 'provenance', 'username', 'firstname'] as const;
type Field = (typeof FIELDS)[number];
const PARTLY = ['_id', 'username', 'firstname'] as const;
type Partly = (typeof PARTLY)[number];
const FIELD = { optional: true, note: 'username when absent' } as const;
const SORTS = ['username', 'firstname', 'lastSignIn'] as const;
const GROUPS = { ...GROUP_REFERENCES, optional: true } as const;

/** Options of `GET /authorization/accounts`. */
export class ListAccountsQuery {
  @Text(SEARCHED)
  readonly contains?: string;

  @OneOf(PARTLY, FIELD)
  readonly containsField?: Partly;

  @Text(SEARCHED)
  readonly equals?: string;

  @OneOf(FIELDS, FIELD)
  readonly equalsField?: Field;

  @Text(SEARCHED)
  readonly startsWith?: string;

  @OneOf(PARTLY, FIELD)
  readonly startsWithField?: Partly;

  @Flag({ optional: true, note: 'Only inactive accounts, or only active ones' })
  readonly inactive?: boolean;

  @Flag({ optional: true, note: 'Only accounts of programs, or only those of people' })
  readonly isServiceAccount?: boolean;

  @Whole({ min: 0, optional: true })
  readonly skip?: number;

  @ListLimit({ min: 1, optional: true, note: '25 when absent' })
  readonly limit?: number;

  @OneOf(SORTS, FIELD)
  readonly sort?: (typeof SORTS)[number];

  @OneOf([1, -1], { optional: true, note: 'Ascending (1) or descending (-1)' })
  readonly order?: 1 | -1;
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

  @ListOf('text', { note: 'Ids of the groups that it belongs to' })
  readonly memberOf!: readonly string[];

  @Flag({ note: 'Can neither sign in nor do anything with credentials it still has' })
  readonly inactive!: boolean;

  @Nested(() => UserRecordMeta)
  readonly _meta!: UserRecordMeta;
}

/** An account as operation 17 answers it. */
export class AccountRecord extends DescribedAccount {
  @ListOf('text', { note: 'Ids of roles' })
  readonly assignedRoles!: readonly string[];
}

/** An account as `/authorization/accounts` answers it. */
export class AuthorizationAccount extends DescribedAccount {
  @ListOf(() => RoleReference)
  readonly assignedRoles!: readonly RoleReference[];

  @Flag({ note: 'The account of a program, which signs in with a client secret' })
  readonly isServiceAccount!: boolean;

  @Flag({ note: 'Too many sign-ins failed; writing false forgets them' })
  readonly locked!: boolean;

  @Instant({ nullable: true, note: 'Null for accounts that never signed in' })
  readonly lastSignIn!: string | null;
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

  @ListOf('text', GROUPS)
  readonly groups?: string[];

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
  @ListOf('text', { ...GROUPS, note: 'The same as groups' })
  readonly memberOf?: string[];
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

  @ListOf('text', GROUPS)
  readonly groups?: string[];

  @ListOf('text', { ...GROUPS, note: 'The same as groups' })
  readonly memberOf?: string[];

  @References(ROLE_KEY, ROLE_REFERENCES)
  readonly assignedRoles?: Reference<typeof ROLE_KEY>[];

  @Flag({ optional: true })
  readonly inactive?: boolean;

  @Flag({ optional: true, note: 'Only false: forgets failed sign-ins' })
  readonly locked?: boolean;
}

/** What changes about an account, by itself or inside `account`; what is absent stays. */
export class UpdateAccountRequest extends AccountFields {
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
