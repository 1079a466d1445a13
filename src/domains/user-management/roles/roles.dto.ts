import { ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { APPLICATIONS, type Application, CUSTOM_PROVENANCE } from '../../../kernel/principal.js';
import { DoneAnswer } from '../../../api/answers/done.dto.js';
import { DESCRIPTION, NAME } from '../records/user-fields.js';

/** The operations of a custom role are a part of all there are. */
const METHODS_MAX = 2000;

/** A role. */
export class ShownRole {
  @Text()
  readonly _id!: string;

  @Text({
    note: 'The application it counts in, `platform` for all of them, or `Custom`: it lists what it admits to',
  })
  readonly provenance!: string;

  @Text()
  readonly name!: string;

  @Text()
  readonly description!: string;
}

/** An operation that a role admits to. */
export class AllowedMethod {
  @Text({ note: 'Id of the operation' })
  readonly name!: string;

  @Text({ note: 'The application that owns it' })
  readonly provenance!: string;
}

/** A role as `/authorization/roles` answers it. */
export class AuthorizationRole extends ShownRole {
  @ListOf(() => AllowedMethod, { note: 'The operations that it admits to' })
  readonly allowedMethods!: readonly AllowedMethod[];

  @ListOf('object', { note: 'Empty: pages are open to whoever may call what they show' })
  readonly allowedViews!: readonly object[];
}

/** Where an operation is called. */
export class MethodRoute {
  @Text({ note: 'Without the leading slash' })
  readonly path!: string;

  @Text()
  readonly fullPath!: string;

  @Text()
  readonly verb!: string;
}

/** An operation, as existing clients read what roles can admit to. */
export class Method extends AllowedMethod {
  @Text()
  readonly description!: string;

  @Flag()
  readonly deprecated!: boolean;

  @Nested(() => MethodRoute)
  readonly route!: MethodRoute;
}

/** Answer of `GET /authorization/methods`. */
export class ListMethodsAnswer {
  @ListOf(() => Method)
  readonly results!: readonly Method[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** Answer of `GET /authorization/views`. */
export class ListViewsAnswer {
  @ListOf('object', { note: 'Empty: pages are open to whoever may call what they show' })
  readonly results!: readonly object[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** A part of the roles, as operation 8 answers it. */
export class RolesPage {
  @ListOf(() => ShownRole)
  readonly results!: readonly ShownRole[];

  @Whole({ min: 0 })
  readonly skip!: number;

  @Whole({ min: 0 })
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
  @ListOf(() => AuthorizationRole)
  readonly results!: readonly AuthorizationRole[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** What a caller says of a role beside its name. */
class DescribedRole {
  @Text({ ...DESCRIPTION, optional: true })
  readonly description?: string;

  @ListOf(() => AllowedMethod, {
    optional: true,
    maxItems: METHODS_MAX,
    note: 'All operations that a custom role admits to; whoever lists one must be admitted to it',
  })
  readonly allowedMethods?: readonly AllowedMethod[];

  @ListOf('object', { optional: true, maxItems: 1000, note: 'Empty: there are no views' })
  readonly allowedViews?: readonly object[];
}

/** What may change about a role. */
export class RoleFields extends DescribedRole {
  @Text({ ...NAME, optional: true, note: 'Roles of an application keep theirs' })
  readonly name?: string;
}

/** A new role. */
export class NewRoleFields extends DescribedRole {
  @OneOf([...APPLICATIONS, CUSTOM_PROVENANCE], {
    optional: true,
    note: 'The application it counts in; Custom when absent: it lists what it admits to',
  })
  readonly provenance?: Application | typeof CUSTOM_PROVENANCE;

  @Text({
    ...NAME,
    note: 'Of an application: one of the nine names that operations ask for, which says what it admits to',
  })
  readonly name!: string;
}

/** A role to add: of one application, or a custom one. */
export class CreateRoleRequest {
  @Nested(() => NewRoleFields)
  readonly role!: NewRoleFields;
}

/** What changes about a role, by itself or inside `role` or `updates`; what is absent stays. */
export class UpdateRoleRequest extends RoleFields {
  @Nested(() => RoleFields, { optional: true })
  readonly updates?: RoleFields;

  @Nested(() => RoleFields, { optional: true })
  readonly role?: RoleFields;
}

/** What was done with a role. */
export class RoleAnswer extends DoneAnswer {
  @Nested(() => AuthorizationRole)
  readonly data!: AuthorizationRole;
}
