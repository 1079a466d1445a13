import { ListOf, Nested } from '../../../api/fields/structures.js';
import { ListLimit, OneOf, Text, Whole } from '../../../api/fields/values.js';
import {
  APPLICATIONS,
  type Application,
  ROLE_NAMES,
  type RoleName,
} from '../../../kernel/principal.js';
import { DoneAnswer } from '../records/records.dto.js';
import { DESCRIPTION, SEARCHED } from '../records/user-fields.js';

const FIELDS = ['_id', 'provenance', 'name', 'description'] as const;
type Field = (typeof FIELDS)[number];
const FIELD = { optional: true, note: 'name when absent' } as const;

/** Options of operation 8 and of `GET /authorization/roles`. */
export class ListRolesQuery {
  @Text(SEARCHED)
  readonly contains?: string;

  @OneOf(FIELDS, FIELD)
  readonly containsField?: Field;

  @Text(SEARCHED)
  readonly equals?: string;

  @OneOf(FIELDS, FIELD)
  readonly equalsField?: Field;

  @Text(SEARCHED)
  readonly startsWith?: string;

  @OneOf(FIELDS, FIELD)
  readonly startsWithField?: Field;

  @Whole({ min: 0, optional: true })
  readonly skip?: number;

  @ListLimit({ min: 1, optional: true, note: '25 when absent' })
  readonly limit?: number;

  @OneOf(FIELDS, FIELD)
  readonly sort?: Field;

  @OneOf([1, -1], { optional: true, note: 'Ascending (1) or descending (-1)' })
  readonly order?: 1 | -1;
}

/** A role. */
export class ShownRole {
  @Text()
  readonly _id!: string;

  @Text({ note: 'The application it counts in, or `platform` for all of them' })
  readonly provenance!: string;

  @Text()
  readonly name!: string;

  @Text()
  readonly description!: string;
}

/** A part of the roles, as operation 8 answers it. */
export class RolesPage {
  @ListOf(() => ShownRole)
  readonly results!: readonly ShownRole[];

  @Whole({ min: 0 })
  readonly skip!: number;

  @Whole({ min: 1 })
  readonly limit!: number;

  @Whole({ min: 0 })
  readonly total!: number;
}

/** Answer of operation 8. */
export class ListRolesAnswer {
  @Nested(() => RolesPage)
  readonly result!: RolesPage;
}

/** Answer of `GET /authorization/roles`. */
export class ListRoleRecordsAnswer {
  @ListOf(() => ShownRole)
  readonly results!: readonly ShownRole[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** A role of one application. */
export class NewRoleFields {
  @OneOf(APPLICATIONS, { note: 'The application it counts in' })
  readonly provenance!: Application;

  @OneOf(ROLE_NAMES, { note: 'What it admits to there' })
  readonly name!: RoleName;

  @Text({ ...DESCRIPTION, optional: true })
  readonly description?: string;
}

/** A role to add. */
export class CreateRoleRequest {
  @Nested(() => NewRoleFields)
  readonly role!: NewRoleFields;
}

/** What may change about a role. */
export class RoleFields {
  @Text({ ...DESCRIPTION, optional: true })
  readonly description?: string;
}

/** What changes about a role, by itself or inside `role`; what is absent stays. */
export class UpdateRoleRequest extends RoleFields {
  @Nested(() => RoleFields, { optional: true })
  readonly role?: RoleFields;
}

/** What was done with a role. */
export class RoleAnswer extends DoneAnswer {
  @Nested(() => ShownRole)
  readonly data!: ShownRole;
}
