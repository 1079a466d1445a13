import { type Reference, References } from '../../../api/fields/references.js';
import { ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { DoneAnswer } from '../../../api/answers/done.dto.js';
import { GroupReference, RoleReference, UserRecordMeta } from '../records/records.dto.js';
import {
  DESCRIPTION,
  GROUP_KEY,
  GROUP_REFERENCES,
  NAME,
  ROLE_KEY,
  ROLE_REFERENCES,
} from '../records/user-fields.js';

/** Options of `GET /authorization/groups` alone. */
export class GroupListOptions {
  @Flag({ optional: true, note: 'Only inactive groups, or only active ones' })
  readonly inactive?: boolean;
}

/** What every answer shows of a group. */
export class DescribedGroup {
  @Text()
  readonly _id!: string;

  @Text({ note: '`local` for groups that were made here' })
  readonly provenance!: string;

  @Text()
  readonly name!: string;

  @Text()
  readonly description!: string;

  @Flag({ note: 'Gives nothing, neither its roles nor those of the groups above it' })
  readonly inactive!: boolean;

  @Nested(() => UserRecordMeta)
  readonly _meta!: UserRecordMeta;
}

/** A group as operation 16 answers it. */
export class GroupRecord extends DescribedGroup {
  @ListOf('text', { note: 'Ids of the groups that this one belongs to' })
  readonly memberOf!: readonly string[];

  @ListOf('text', { note: 'Ids of roles' })
  readonly assignedRoles!: readonly string[];
}

/** A group as `/authorization/groups` answers it. */
export class AuthorizationGroup extends DescribedGroup {
  @ListOf(() => GroupReference, { note: 'The groups that this one belongs to' })
  readonly memberOf!: readonly GroupReference[];

  @ListOf(() => RoleReference)
  readonly assignedRoles!: readonly RoleReference[];
}

/** Answer of `GET /authorization/groups`. */
export class ListGroupsAnswer {
  @ListOf(() => AuthorizationGroup)
  readonly results!: readonly AuthorizationGroup[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** A new group. */
export class NewGroupFields {
  @Text({ ...NAME, example: 'operators' })
  readonly name!: string;

  @Text({ ...DESCRIPTION, optional: true })
  readonly description?: string;

  @References(GROUP_KEY, GROUP_REFERENCES)
  readonly memberOf?: Reference<typeof GROUP_KEY>[];

  @References(ROLE_KEY, ROLE_REFERENCES)
  readonly assignedRoles?: Reference<typeof ROLE_KEY>[];

  @Flag({ optional: true, note: 'false when absent' })
  readonly inactive?: boolean;

  @OneOf(['local', 'Pronghorn'], { optional: true, note: 'What is made here is local' })
  readonly provenance?: 'local' | 'Pronghorn';
}

/** A group to add. */
export class CreateGroupRequest {
  @Nested(() => NewGroupFields)
  readonly group!: NewGroupFields;
}

/** What may change about a group. */
export class GroupFields {
  @Text({ ...NAME, optional: true })
  readonly name?: string;

  @Text({ ...DESCRIPTION, optional: true })
  readonly description?: string;

  @References(GROUP_KEY, GROUP_REFERENCES)
  readonly memberOf?: Reference<typeof GROUP_KEY>[];

  @References(ROLE_KEY, ROLE_REFERENCES)
  readonly assignedRoles?: Reference<typeof ROLE_KEY>[];

  @Flag({ optional: true })
  readonly inactive?: boolean;
}

/** What changes about a group, by itself or inside `group` or `updates`; what is absent stays. */
export class UpdateGroupRequest extends GroupFields {
  @Nested(() => GroupFields, { optional: true })
  readonly updates?: GroupFields;

  @Nested(() => GroupFields, { optional: true })
  readonly group?: GroupFields;
}

/** A group that was added, as operation 16 tells it. */
export class CreatedGroup extends DoneAnswer {
  @Nested(() => GroupRecord)
  readonly data!: GroupRecord;
}

/** Answer of operation 16. */
export class CreateGroupAnswer {
  @Nested(() => CreatedGroup)
  readonly result!: CreatedGroup;
}

/** What was done with a group. */
export class GroupAnswer extends DoneAnswer {
  @Nested(() => AuthorizationGroup)
  readonly data!: AuthorizationGroup;
}
