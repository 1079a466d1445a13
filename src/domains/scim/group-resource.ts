import { GROUP_TYPE } from '../../cores/scim/group-schema.js';
import { scimError } from '../../cores/scim/scim-error.js';
import { type JsonObject } from '../../kernel/json.js';
import {
  type ProvisionedGroup,
  type ProvisionedGroupWrite,
  type ProvisionedMember,
} from '../user-management/provisioned/provisioned-groups.service.js';
import { resourceHead } from './resource-meta.js';
import { isRecordName } from './user-resource.js';

/** What a client may write of a group beside its members, as it is kept. */
export function writtenGroup({ name, scim }: ProvisionedGroup): JsonObject {
  return {
    displayName: name,
    ...(scim?.externalId != null && { externalId: scim.externalId }),
  };
}

/** A group as it is shown; without members where nobody asks for them. */
export function shownGroup(
  group: ProvisionedGroup,
  members: readonly ProvisionedMember[],
  base: string,
): JsonObject {
  const shown = members.map(({ _id: value, username, firstname }) => ({
    value,
    $ref: `${base}/Users/${value}`,
    display: firstname === '' ? username : firstname,
    type: 'User',
  }));
  return {
    ...writtenGroup(group),
    ...resourceHead(GROUP_TYPE, group, base),
    ...(shown.length > 0 && { members: shown }),
  };
}

/** @throws AppError `invalid-input` (`invalidValue`) for names that no group can have */
export function groupWrite({ displayName, externalId }: JsonObject): ProvisionedGroupWrite {
  const name = typeof displayName === 'string' ? displayName.trim() : '';
  if (!isRecordName(name))
    throw scimError(
      'invalidValue',
      'displayName must have 1 to 128 characters, none of them a control character',
    );
  return { name, scim: { externalId: typeof externalId === 'string' ? externalId : null } };
}
