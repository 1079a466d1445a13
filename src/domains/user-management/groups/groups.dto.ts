import { type Reference, References } from '../../../api/fields/references.js';
import { ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, ListLimit, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { DoneAnswer, RoleReference, UserRecordMeta } from '../records/records.dto.js';
import {
  DESCRIPTION,
  GROUP_REFERENCES,
  NAME,
  ROLE_KEY,
  ROLE_REFERENCES,
  SEARCHED,
} from '../records/user-fields.js';

const FIELDS = ['_id', 'provenance', 'name', 'description'] as const;
type Field = (typeof FIELDS)[number];
const PARTLY = ['_id', 'name', 'description'] as const;
type Partly = (typeof PARTLY)[number];
const FIELD = { optional: true, note: 'name when absent' } as const;

/** Options of `GET /authorization/groups`. */
export class ListGroupsQuery {
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

  @Flag({ optional: true, note: 'Only inactive groups, or only active ones' })
  readonly inactive?: boolean;

  @Whole({ min: 0, optional: true })
  readonly skip?: number;

  @ListLimit({ min: 1, optional: true, note: '25 when absent' })
  readonly limit?: number;

  @OneOf(['name'], FIELD)
  readonly sort?: 'name';

  @OneOf([1, -1], { optional: true, note: 'Ascending (1) or descending (-1)' })
  readonly order?: 1 | -1;
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

  @ListOf('text', { note: 'Ids of the groups that this one belongs to' })
  readonly memberOf!: readonly string[];

  @Flag({ note: 'Gives nothing, neither its roles nor those of the groups above it' })
  readonly inactive!: boolean;

  @Nested(() => UserRecordMeta)
  readonly _meta!: UserRecordMeta;
}

/** A group as operation 16 answers it. */
export class GroupRecord extends DescribedGroup {
  @ListOf('text', { note: 'Ids of roles' })
  readonly assignedRoles!: readonly string[];
}

/** A group as `/authorization/groups` answers it. */
export class AuthorizationGroup extends DescribedGroup {
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

  @ListOf('text', { ...GROUP_REFERENCES, optional: true })
  readonly memberOf?: string[];

  @References(ROLE_KEY, ROLE_REFERENCES)
  readonly assignedRoles?: Reference<typeof ROLE_KEY>[];

  @Flag({ optional: true, note: 'false when absent' })
  readonly inactive?: boolean;
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

  @ListOf('text', { ...GROUP_REFERENCES, optional: true })
  readonly memberOf?: string[];

  @References(ROLE_KEY, ROLE_REFERENCES)
  readonly assignedRoles?: Reference<typeof ROLE_KEY>[];

  @Flag({ optional: true })
  readonly inactive?: boolean;
}

/** What changes about a group, by itself or inside `group`; what is absent stays. */
export class UpdateGroupRequest extends GroupFields {
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
