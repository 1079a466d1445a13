import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { assertRevision } from '../../api/revision/stale-revision.js';
import { project, type Projection, readProjection } from '../../cores/scim/project.js';
import { patched, readBody, readPatch } from '../../cores/scim/read-requests.js';
import { USER_TYPE } from '../../cores/scim/user-schema.js';
import { type JsonObject } from '../../kernel/json.js';
import {
  type ProvisionedAccount,
  ProvisionedAccountsService,
} from '../user-management/provisioned/provisioned-accounts.service.js';
import { type ResourceList, resourceList } from './list-resources.js';
import { noteIgnored } from './note-ignored.js';
import { retried, type ScimCall, type ShownResource, type WantedAttributes } from './scim-call.js';
import { shownUser, userWrite, writtenUser } from './user-resource.js';

const KEYS = {
  points: ['id', 'userName', 'displayName', 'externalId', 'emails.value'],
  order: 'userName',
  flag: 'active',
  always: ['id', 'userName', 'active', 'meta', 'meta.lastModified', 'meta.created'],
} as const;

/** Users of SCIM, which are accounts. */
@Injectable()
export class ScimUsersService {
  constructor(private readonly accounts: ProvisionedAccountsService) {}

  /** All of them, for `listResources`. */
  list({ base }: ScimCall): ResourceList {
    return resourceList({
      type: USER_TYPE,
      keys: KEYS,
      find: (points, limit) => this.accounts.find(points, limit),
      list: (part) => this.accounts.list(part),
      shown: (found, needs) => this.shownAll(found, base, needs('groups')),
    });
  }

  async get(id: string, wanted: WantedAttributes, { base }: ScimCall): Promise<ShownResource> {
    const projection = readProjection(USER_TYPE, wanted);
    return this.shown(await this.accounts.get(id), base, projection);
  }

  /** @throws AppError `conflict` (`uniqueness`) when the name is taken, by whomever */
  async create(body: unknown, { caller, base }: ScimCall): Promise<ShownResource> {
    const resource = patched(USER_TYPE, {}, noteIgnored(readBody(USER_TYPE, body)));
    return this.shown(await this.accounts.create(userWrite(resource), caller), base);
  }

  async replace(id: string, body: unknown, call: ScimCall): Promise<ShownResource> {
    const edits = noteIgnored(readBody(USER_TYPE, body));
    const changed = await this.change(id, () => patched(USER_TYPE, {}, edits), call);
    return this.shown(changed, call.base);
  }

  async patch(id: string, body: unknown, call: ScimCall): Promise<ShownResource> {
    const edits = noteIgnored(readPatch(USER_TYPE, body));
    const changed = await this.change(id, (present) => patched(USER_TYPE, present, edits), call);
    return this.shown(changed, call.base);
  }

  remove(id: string, { caller, expected }: ScimCall): Promise<void> {
    return this.accounts.remove(id, caller, expected);
  }

  private async shown(
    account: ProvisionedAccount,
    base: string,
    projection?: Projection,
  ): Promise<ShownResource> {
    const [shown = {}] = await this.shownAll([account], base);
    return { revision: account.revision, resource: project(USER_TYPE, shown, projection) };
  }

  /** What changes nothing is not written. */
  private change(
    id: string,
    next: (present: JsonObject) => JsonObject,
    { caller, expected }: ScimCall,
  ): Promise<ProvisionedAccount> {
    return retried(expected, async () => {
      const present = await this.accounts.get(id);
      assertRevision(present.revision, expected);
      const written = writtenUser(present);
      const wanted = next(written);
      if (isDeepStrictEqual(wanted, written)) return present;
      return this.accounts.update(present, userWrite(wanted), caller);
    });
  }

  private async shownAll(
    accounts: readonly ProvisionedAccount[],
    base: string,
    withGroups = true,
  ): Promise<readonly JsonObject[]> {
    const ids = new Set(withGroups ? accounts.flatMap(({ memberOf }) => memberOf) : []);
    const names = await this.accounts.groupNames([...ids]);
    return accounts.map((account) => shownUser(account, names, base));
  }
}
