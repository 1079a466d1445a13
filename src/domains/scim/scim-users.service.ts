import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { assertRevision } from '../../api/revision/stale-revision.js';
import { matches } from '../../cores/scim/matches.js';
import { parseFilter } from '../../cores/scim/parse-filter.js';
import { type IndexedKeys, planFilter, type Point } from '../../cores/scim/plan-filter.js';
import { scimError } from '../../cores/scim/scim-error.js';
import { project, type Projection, readProjection } from '../../cores/scim/project.js';
import { patched, readBody, readPatch } from '../../cores/scim/read-requests.js';
import { USER_TYPE } from '../../cores/scim/user-schema.js';
import { type Filter } from '../../cores/scim/filter.js';
import { type JsonObject } from '../../kernel/json.js';
import { type Page, type PageRequest } from '../../kernel/page.js';
import {
  type ProvisionedAccount,
  ProvisionedAccountsService,
} from '../user-management/provisioned/provisioned-accounts.service.js';
import { type ListResponse, listResponse, pageOfRequest } from './list-response.js';
import { noteIgnored } from './note-ignored.js';
import {
  retried,
  type ScimCall,
  type ShownResource,
  type WantedAttributes,
  type WantedPart,
} from './scim-call.js';
import { shownUser, userWrite, writtenUser } from './user-resource.js';

/** Whoever names more than this by one value is looked for by another. */
const CANDIDATES_MAX = 500;

const POINTS = {
  id: 'id',
  userName: 'userName',
  displayName: 'displayName',
  externalId: 'externalId',
  'emails.value': 'email',
} as const;
const KEYS: IndexedKeys = {
  points: Object.keys(POINTS),
  order: 'userName',
  flag: 'active',
  always: ['id', 'userName', 'active', 'meta', 'meta.lastModified', 'meta.created'],
};

/** Users of SCIM, which are accounts. */
@Injectable()
export class ScimUsersService {
  constructor(private readonly accounts: ProvisionedAccountsService) {}

  /** @throws AppError `invalid-input`: `invalidFilter` for what no index answers */
  async list(wanted: WantedPart, { base }: ScimCall): Promise<ListResponse> {
    const projection = readProjection(USER_TYPE, wanted);
    const page = pageOfRequest(wanted);
    const { items, total } = await this.part(wanted.filter, page, base);
    const shown = items.map((item) => project(USER_TYPE, item, projection));
    return listResponse({ items: shown, total }, page);
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

  private async part(
    text: string | undefined,
    page: PageRequest,
    base: string,
  ): Promise<Page<JsonObject>> {
    const filter = text === undefined ? undefined : parseFilter(text, USER_TYPE);
    const plan = planFilter(filter, KEYS);
    if (plan.kind === 'points' && filter) return this.search(filter, plan.points, { page, base });
    const part = plan.kind === 'part' ? plan : {};
    // A page of nothing still says how many there are.
    const limit = Math.max(page.limit, 1);
    const { items, total } = await this.accounts.list({ ...part, ...page, limit });
    return { items: await this.shownAll(items.slice(0, page.limit), base), total };
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

  private async search(
    filter: Filter,
    points: readonly Point[],
    { page, base }: { readonly page: PageRequest; readonly base: string },
  ): Promise<Page<JsonObject>> {
    const named = points.map(({ key, value }) => ({
      key: POINTS[key as keyof typeof POINTS],
      value,
    }));
    const found = await this.accounts.find(named, CANDIDATES_MAX + 1);
    if (found.length > CANDIDATES_MAX)
      throw scimError('tooMany', `More than ${CANDIDATES_MAX} users have what the filter names`);
    const shown = await this.shownAll(found, base);
    const all = shown.filter((resource) => matches(filter, resource));
    return { items: all.slice(page.skip, page.skip + page.limit), total: all.length };
  }

  private async shownAll(
    accounts: readonly ProvisionedAccount[],
    base: string,
  ): Promise<readonly JsonObject[]> {
    const ids = new Set(accounts.flatMap(({ memberOf }) => memberOf));
    const names = await this.accounts.groupNames([...ids]);
    return accounts.map((account) => shownUser(account, names, base));
  }
}
