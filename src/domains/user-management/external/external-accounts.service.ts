import { Inject, Injectable } from '@nestjs/common';
import { type ExternalIdentity } from '../../../connectors/identity-providers/external-identity.js';
import { AppError, conflict } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { foldText } from '../../../kernel/folded-text.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type Config } from '../../../platform/config/config.js';
import { type Account, LOCAL_PROVENANCE, SCIM_PROVENANCE } from '../stored/account.js';
import { accountChange } from '../accounts/account-change.js';
import { GroupsRepository } from '../stored/groups.repository.js';
import { UserRecordsService } from '../records/user-records.service.js';
import { ExternalAccountsRepository, type TakenOver } from './external-accounts.repository.js';
import { type GroupMapping, mappedGroups, synchronisedGroups } from './group-mapping.js';

/** Whoever overtakes this often has taken over the same things. */
const WRITES_MAX = 5;

/** Ids of local groups: those of the user, and those that the mapping decides alone. */
interface ResolvedGroups {
  readonly granted: readonly string[];
  readonly managed: readonly string[];
}

/** The accounts of users whom somebody else vouches for (ADR 0082). */
@Injectable()
export class ExternalAccountsService {
  private readonly mappings: Readonly<Record<ExternalIdentity['provenance'], GroupMapping>>;
  /** Whose users are those of SCIM, by their names alone. */
  private readonly namedBy: Config['scim']['signIn'];

  constructor(
    private readonly accounts: ExternalAccountsRepository,
    private readonly groups: GroupsRepository,
    private readonly records: UserRecordsService,
    private readonly clock: Clock,
    @Inject(CONFIG) { openIdConnect, ldap, scim }: Config,
  ) {
    this.namedBy = scim.signIn;
    this.mappings = {
      oidc: {
        map: openIdConnect.groupMap,
        takesNames: openIdConnect.takesGroupNames,
        ignoresCase: false,
      },
      ldap: { map: ldap.groupMap, takesNames: ldap.takesGroupNames, ignoresCase: true },
    };
  }

  /**
   * The account of the user, made at the first sign-in or by SCIM before, with name and groups as they are now.
   * Whether it is active is the caller's to ask.
   * @throws AppError `conflict` (code `name-taken`) when another account has the user's name.
   */
  async admit(identity: ExternalIdentity): Promise<Account> {
    const known = await this.find(identity);
    // Who may not come in changes nothing either.
    if (known?.inactive) return known;
    const groups = await this.resolve(identity);
    return known ? this.takeOver(known, identity, groups) : this.add(identity, groups);
  }

  /** The account that is tied to the identity, or the one that SCIM made for it. */
  private async find({ provenance, key, id, username }: ExternalIdentity): Promise<Account | null> {
    const tied = await this.accounts.findByKey(key);
    if (tied) return tied;
    const made = await this.accounts.findProvisioned(foldText(username));
    const isSame = this.namedBy === provenance || (id !== '' && made?.scim?.externalId === id);
    return isSame ? made : null;
  }

  private async resolve({ provenance, groups }: ExternalIdentity): Promise<ResolvedGroups> {
    const { granted, managed } = mappedGroups(groups, this.mappings[provenance]);
    const found = await this.groups.findReferred([], [...new Set([...granted, ...managed])]);
    const ids = new Map(
      found
        .filter((group) => group.provenance === LOCAL_PROVENANCE)
        .map(({ nameFolded, _id }) => [nameFolded, _id]),
    );
    const idsOf = (names: readonly string[]): readonly string[] =>
      names.flatMap((name) => ids.get(name) ?? []);
    return { granted: idsOf(granted), managed: idsOf(managed) };
  }

  private async add(identity: ExternalIdentity, { granted }: ResolvedGroups): Promise<Account> {
    const { provenance, key, username, firstname } = identity;
    try {
      const added = await this.records.addAccount({
        provenance,
        username,
        firstname,
        passwordHash: null,
        memberOf: [...granted],
        external: { key, groups: [...granted] },
      });
      noteChange(accountChange(null, added));
      return added;
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'conflict')) throw error;
      // Either the same user signs in twice at this moment, or the name is somebody else's.
      const meanwhile = await this.accounts.findByKey(key);
      if (meanwhile) return meanwhile;
      throw conflict(
        `The name '${username}' belongs to another account here: remove that account, or rename the user where he comes from`,
        'name-taken',
      );
    }
  }

  private async takeOver(
    account: Account,
    identity: ExternalIdentity,
    groups: ResolvedGroups,
  ): Promise<Account> {
    let present: Account | null = account;
    let keepsName = false;
    for (let write = 0; present && write < WRITES_MAX; write += 1) {
      const changes = differences(present, wanted(present, identity, groups), keepsName);
      if (!changes) return present;
      const outcome = await this.accounts.takeOver(present, changes, this.clock.now());
      if (typeof outcome === 'object') {
        noteChange(accountChange(present, outcome));
        return outcome;
      }
      // A new name that somebody else has here must not keep the user out.
      keepsName ||= outcome === 'name-taken';
      present = await this.find(identity);
    }
    throw conflict('The account was changed by others at the same moment; sign in again');
  }
}

function wanted(
  present: Account,
  { key, username, firstname }: ExternalIdentity,
  { granted, managed }: ResolvedGroups,
): TakenOver {
  const { memberOf, external } = present;
  // SCIM keeps the names of those whom it made.
  const named = present.provenance === SCIM_PROVENANCE ? present : { username, firstname };
  const before = { memberOf, givenBefore: external?.groups ?? [] };
  return {
    username: named.username,
    usernameFolded: foldText(named.username),
    firstname: named.firstname,
    firstnameFolded: foldText(named.firstname),
    memberOf: synchronisedGroups(before, granted, managed),
    external: { key, groups: [...granted] },
  };
}

/** What is to be written; undefined when everything is as it should be. */
function differences(
  present: Account,
  { username, usernameFolded, ...rest }: TakenOver,
  keepsName: boolean,
): Partial<TakenOver> | undefined {
  const next: Partial<TakenOver> = keepsName ? rest : { ...rest, username, usernameFolded };
  const isSame = Object.entries(next).every(
    ([key, value]) => JSON.stringify(value) === JSON.stringify(present[key as keyof TakenOver]),
  );
  return isSame ? undefined : next;
}
