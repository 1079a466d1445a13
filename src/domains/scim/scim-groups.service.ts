import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { assertRevision } from '../../api/revision/stale-revision.js';
import { type Edit } from '../../cores/scim/edit-resource.js';
import { GROUP_TYPE } from '../../cores/scim/group-schema.js';
import { isOfMembers, type MemberEdits, memberEdits } from '../../cores/scim/member-edits.js';
import { project, readProjection, shows } from '../../cores/scim/project.js';
import { patched, readBody, readPatch } from '../../cores/scim/read-requests.js';
import { type JsonObject } from '../../kernel/json.js';
import {
  type ProvisionedGroup,
  ProvisionedGroupsService,
} from '../user-management/provisioned/provisioned-groups.service.js';
import { groupWrite, shownGroup, writtenGroup } from './group-resource.js';
import { type ResourceList, resourceList } from './list-resources.js';
import { noteIgnored } from './note-ignored.js';
import { retried, type ScimCall, type ShownResource, type WantedAttributes } from './scim-call.js';

const KEYS = {
  points: ['id', 'displayName', 'externalId', 'members.value'],
  order: 'displayName',
  always: ['id', 'displayName', 'meta'],
} as const;

/** How groups are shown: where, and whether with their members. */
interface GroupView {
  readonly base: string;
  readonly withMembers: boolean;
}

/** Groups of SCIM, which are groups of accounts. */
@Injectable()
export class ScimGroupsService {
  constructor(private readonly groups: ProvisionedGroupsService) {}

  /** All of them, for `listResources`. */
  list({ base }: ScimCall): ResourceList {
    return resourceList({
      type: GROUP_TYPE,
      keys: KEYS,
      find: (points, limit) => this.groups.find(points, limit),
      list: (part) => this.groups.list(part),
      shown: (found, needs) => this.shownAll(found, { base, withMembers: needs('members') }),
    });
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
