import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { assertRevision } from '../../api/revision/stale-revision.js';
import { type Edit } from '../../cores/scim/edit-resource.js';
import { GROUP_TYPE } from '../../cores/scim/group-schema.js';
import { matches } from '../../cores/scim/matches.js';
import { isOfMembers, type MemberEdits, memberEdits } from '../../cores/scim/member-edits.js';
import { parseFilter } from '../../cores/scim/parse-filter.js';
import { type Filter, mentions } from '../../cores/scim/filter.js';
import { type IndexedKeys, planFilter, type Point } from '../../cores/scim/plan-filter.js';
import { project, readProjection, shows } from '../../cores/scim/project.js';
import { patched, readBody, readPatch } from '../../cores/scim/read-requests.js';
import { scimError } from '../../cores/scim/scim-error.js';
import { type JsonObject } from '../../kernel/json.js';
import { type Page, type PageRequest } from '../../kernel/page.js';
import {
  type ProvisionedGroup,
  ProvisionedGroupsService,
} from '../user-management/provisioned/provisioned-groups.service.js';
import { groupWrite, shownGroup, writtenGroup } from './group-resource.js';
import { type ListResponse, listResponse, pageOfRequest } from './list-response.js';
import { noteIgnored } from './note-ignored.js';
import {
  retried,
  type ScimCall,
  type ShownResource,
  type WantedAttributes,
  type WantedPart,
} from './scim-call.js';

const CANDIDATES_MAX = 500;
const POINTS = {
  id: 'id',
  displayName: 'displayName',
  externalId: 'externalId',
  'members.value': 'member',
} as const;
const KEYS: IndexedKeys = {
  points: Object.keys(POINTS),
  order: 'displayName',
  always: ['id', 'displayName', 'meta'],
};

/** How groups are shown: where, and whether with their members. */
interface GroupView {
  readonly base: string;
  readonly withMembers: boolean;
}

/** Groups of SCIM, which are groups of accounts. */
@Injectable()
export class ScimGroupsService {
  constructor(private readonly groups: ProvisionedGroupsService) {}

  /** @throws AppError `invalid-input`: `invalidFilter` for what no index answers */
  async list(wanted: WantedPart, { base }: ScimCall): Promise<ListResponse> {
    const projection = readProjection(GROUP_TYPE, wanted);
    const page = pageOfRequest(wanted);
    const view = { base, withMembers: shows(projection, 'members') };
    const { items, total } = await this.part(wanted.filter, page, view);
    const shown = items.map((item) => project(GROUP_TYPE, item, projection));
    return listResponse({ items: shown, total }, page);
  }

  async get(id: string, wanted: WantedAttributes, { base }: ScimCall): Promise<ShownResource> {
    const projection = readProjection(GROUP_TYPE, wanted);
    const group = await this.groups.get(id);
    const view = { base, withMembers: shows(projection, 'members') };
    const [shown = {}] = await this.shownAll([group], view);
    return { revision: group.revision, resource: project(GROUP_TYPE, shown, projection) };
  }

  /** @throws AppError `conflict` (`uniqueness`) when SCIM has a group of that name */
  async create(body: unknown, call: ScimCall): Promise<ShownResource> {
    const { own, members } = parted(noteIgnored(readBody(GROUP_TYPE, body)));
    const write = groupWrite(patched(GROUP_TYPE, {}, own));
    await this.groups.assertMembers(members);
    const created = await this.groups.create(write, call.caller);
    await this.groups.changeMembers(created, members, call.caller, undefined);
    return this.get(created._id, {}, call);
  }

  async replace(id: string, body: unknown, call: ScimCall): Promise<ShownResource> {
    const { own, members } = parted(noteIgnored(readBody(GROUP_TYPE, body)));
    const all = { ...members, replaces: true };
    await this.change(id, [() => patched(GROUP_TYPE, {}, own), all], call);
    return this.get(id, {}, call);
  }

  /** @returns the revision: to read thousands of members for each change would cost more than the change. */
  async patch(id: string, body: unknown, call: ScimCall): Promise<number> {
    const { own, members } = parted(noteIgnored(readPatch(GROUP_TYPE, body)));
    const next = (present: JsonObject): JsonObject => patched(GROUP_TYPE, present, own);
    return (await this.change(id, [next, members], call)).revision;
  }

  remove(id: string, { caller, expected }: ScimCall): Promise<void> {
    return this.groups.remove(id, caller, expected);
  }

  private async part(
    text: string | undefined,
    page: PageRequest,
    view: GroupView,
  ): Promise<Page<JsonObject>> {
    const filter = text === undefined ? undefined : parseFilter(text, GROUP_TYPE);
    const plan = planFilter(filter, KEYS);
    if (plan.kind === 'points' && filter) return this.search(filter, plan.points, { page, view });
    const part = plan.kind === 'part' ? { prefix: plan.prefix } : {};
    const limit = Math.max(page.limit, 1);
    const { items, total } = await this.groups.list({ ...part, ...page, limit });
    return { items: await this.shownAll(items.slice(0, page.limit), view), total };
  }

  /** What changes nothing is not written. */
  private change(
    id: string,
    [next, members]: readonly [(present: JsonObject) => JsonObject, MemberEdits],
    { caller, expected }: ScimCall,
  ): Promise<ProvisionedGroup> {
    return retried(expected, async () => {
      const present = await this.groups.get(id);
      assertRevision(present.revision, expected);
      const written = writtenGroup(present);
      const wanted = next(written);
      await this.groups.assertMembers(members);
      const named = isDeepStrictEqual(wanted, written)
        ? present
        : await this.groups.update(present, groupWrite(wanted), caller);
      return this.groups.changeMembers(named, members, caller, expected);
    });
  }

  private async search(
    filter: Filter,
    points: readonly Point[],
    { page, view }: { readonly page: PageRequest; readonly view: GroupView },
  ): Promise<Page<JsonObject>> {
    const named = points.map(({ key, value }) => ({
      key: POINTS[key as keyof typeof POINTS],
      value,
    }));
    const found = await this.groups.find(named, CANDIDATES_MAX + 1);
    if (found.length > CANDIDATES_MAX)
      throw scimError('tooMany', `More than ${CANDIDATES_MAX} groups have what the filter names`);
    // Whether somebody is a member needs the members; names of groups do not.
    const asksMembers = mentions(filter, 'members');
    const judged = await this.shownAll(found, { ...view, withMembers: asksMembers });
    const met = found.filter((_, at) => matches(filter, judged[at] ?? {}));
    const items = met.slice(page.skip, page.skip + page.limit);
    return { items: await this.shownAll(items, view), total: met.length };
  }

  private async shownAll(
    groups: readonly ProvisionedGroup[],
    { base, withMembers }: GroupView,
  ): Promise<readonly JsonObject[]> {
    const members = withMembers && groups.length > 0 ? await this.groups.membersOf(groups) : null;
    return groups.map((group) => shownGroup(group, members?.get(group._id) ?? [], base));
  }
}

/** Changes of the group itself, and of its members. */
function parted(edits: readonly Edit[]): {
  readonly own: readonly Edit[];
  readonly members: MemberEdits;
} {
  return {
    own: edits.filter((edit) => !isOfMembers(edit)),
    members: memberEdits(edits.filter(isOfMembers)),
  };
}
