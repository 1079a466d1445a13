import { type Envelope } from '../../../kernel/envelope.js';
import { Injectable } from '@nestjs/common';
import { invalidInput } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { type Principal } from '../../../kernel/principal.js';
import { GrantsService } from '../identities/grants.service.js';
import { MembershipsService } from '../records/memberships.service.js';
import { type AccountChanges, type NewAccount } from '../records/user-records.service.js';
import { type Account, SCIM_PROVENANCE, type ScimUserRecord } from '../stored/account.js';
import { AccountPasswordsService, assertHasPassword } from './account-passwords.service.js';
import { PASSWORD_PLACEHOLDER } from './password-policy.js';

/** What a caller says of an account, new or changed; what is absent has its default, or stays. */
export interface AccountWrite {
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly firstname?: string | undefined;
  /** Names or ids of groups, under either of the names that clients use. */
  readonly groups?: readonly string[] | undefined;
  readonly memberOf?: readonly string[] | undefined;
  readonly assignedRoles?: readonly string[] | undefined;
  readonly inactive?: boolean | undefined;
  readonly envelope?: Envelope | null | undefined;
  /** False forgets failed sign-ins; nobody can set it. */
  readonly locked?: boolean | undefined;
  /** From SCIM clients alone, who may change the names of their accounts and set no passwords. */
  readonly scim?: ScimUserRecord | undefined;
}

/** A change as a caller asks for it. */
export interface AccountRequest {
  readonly write: AccountWrite;
  /** Where the account stands in the request: `#` or `#/account`. */
  readonly pointer: string;
  readonly caller: Principal;
}

type Memberships = Pick<Account, 'memberOf' | 'assignedRoles'>;

/** Judges what callers want of accounts, and says what is to be stored for it. */
@Injectable()
export class AccountWritesService {
  constructor(
    private readonly memberships: MembershipsService,
    private readonly grants: GrantsService,
    private readonly passwords: AccountPasswordsService,
  ) {}

  /**
   * A new account.
   * @throws AppError `invalid-input`; `forbidden` when it would have roles that the caller does not hold
   */
  async forNew(
    username: string,
    password: string | null,
    { write, pointer, caller }: AccountRequest,
  ): Promise<NewAccount> {
    const wanted = password !== null && { password, username, pointer: `${pointer}/password` };
    if (wanted) this.passwords.assertAccepted(wanted);
    const none = { memberOf: [], assignedRoles: [] };
    const given = { ...none, ...(await this.membershipsOf(write, pointer, none)) };
    const after = await this.grants.rolesOfAccount(given);
    this.grants.assertMayGrant(caller, { before: [], after, takesOver: false });
    const { firstname = '', inactive = false, envelope = null, scim } = write;
    const passwordHash = wanted ? await this.passwords.hash(wanted) : null;
    const provided = scim && { provenance: SCIM_PROVENANCE, scim };
    return { username, passwordHash, firstname, inactive, envelope, ...given, ...provided };
  }

  /**
   * What changes about an account.
   * @throws AppError `invalid-input`; `conflict` for a password where none is used; `forbidden` when
   *   the caller does not hold the roles that he would grant, or come to use.
   */
  async forChange(present: Account, request: AccountRequest): Promise<AccountChanges> {
    const { write, pointer } = request;
    assertKeepsName(present, request);
    const wanted = wantedPassword(present, request);
    if (wanted) this.passwords.assertAccepted(wanted);
    const changes = {
      ...plainChanges(write),
      ...(await this.membershipsOf(write, pointer, present)),
    };
    await this.assertMayChange(present, { ...present, ...changes }, request);
    if (wanted) assertHasPassword(present);
    return wanted ? { ...changes, passwordHash: await this.passwords.hash(wanted) } : changes;
  }

  /** @throws AppError `forbidden` for accounts that only administrators of the platform may remove */
  async assertMayRemove(present: Account, caller: Principal): Promise<void> {
    const before = await this.grants.rolesOfAccount(present);
    this.grants.assertMayGrant(caller, { before, after: [], takesOver: false });
  }

  private async assertMayChange(
    present: Account,
    intended: Account,
    { write, caller }: AccountRequest,
  ): Promise<void> {
    const [before, after] = await Promise.all([
      this.grants.rolesOfAccount(present),
      this.grants.rolesOfAccount(intended),
    ]);
    const takesOver =
      write.password !== undefined ||
      write.locked !== undefined ||
      isKnownOtherwise(present, intended) ||
      (present.inactive && !intended.inactive);
    this.grants.assertMayGrant(caller, { before, after, takesOver });
  }

  private async membershipsOf(
    { groups, memberOf = groups, assignedRoles }: AccountWrite,
    pointer: string,
    present: Memberships,
  ): Promise<Partial<Memberships>> {
    const name = groups === undefined ? 'memberOf' : 'groups';
    return {
      ...(memberOf && {
        memberOf: await this.memberships.groupIds({
          values: memberOf,
          pointer: `${pointer}/${name}`,
          present: present.memberOf,
        }),
      }),
      ...(assignedRoles && {
        assignedRoles: await this.memberships.roleIds({
          values: assignedRoles,
          pointer: `${pointer}/assignedRoles`,
          present: present.assignedRoles,
        }),
      }),
    };
  }
}

/** Until somebody has come in from outside, name and id decide who will (`ExternalAccountsService`). */
function isKnownOtherwise(present: Account, { username, scim }: Account): boolean {
  if (present.external) return false;
  return (
    foldText(username) !== present.usernameFolded || scim?.externalId !== present.scim?.externalId
  );
}

/** What is written back as it is shown changes nothing. */
function wantedPassword(
  { username }: Account,
  { write, pointer }: AccountRequest,
): { password: string; username: string; pointer: string } | undefined {
  const { password } = write;
  if (password === undefined || password === PASSWORD_PLACEHOLDER) return undefined;
  return { password, username, pointer: `${pointer}/password` };
}

/** @throws AppError `invalid-input`, but for SCIM clients: users are renamed where they come from. */
function assertKeepsName(present: Account, { write, pointer }: AccountRequest): void {
  const { username, scim } = write;
  if (username === undefined || scim) return;
  if (foldText(username.trim()) === present.usernameFolded) return;
  const detail = 'is the name, which cannot be changed';
  throw invalidInput([{ pointer: `${pointer}/username`, detail }]);
}

/** What is stored as it is said. */
function plainChanges(write: AccountWrite): AccountChanges {
  const { firstname, inactive, envelope, scim, username } = write;
  return {
    ...(scim && { scim, ...(username !== undefined && { username: username.trim() }) }),
    ...(firstname !== undefined && { firstname }),
    ...(inactive !== undefined && { inactive }),
    ...(envelope !== undefined && { envelope }),
  };
}
