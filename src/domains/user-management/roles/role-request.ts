import { type BodyFields } from '../../../api/validation/wrapped-body.js';
import { type Fault, invalidInput } from '../../../kernel/app-error.js';
import { CUSTOM_PROVENANCE, ROLE_NAMES } from '../../../kernel/principal.js';
import { type NewRole } from '../records/user-records.service.js';
import { allowedMethods, METHODS } from './role-methods.js';

/** An operation that a role shall admit to. */
interface AllowedMethod {
  readonly name: string;
  readonly provenance: string;
}

/** What a caller says of a role; what is absent stays, or has its default. */
export interface RoleWrite {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly allowedMethods?: readonly AllowedMethod[] | undefined;
  readonly allowedViews?: readonly object[] | undefined;
}

/** What a caller says of a new role. */
export interface NewRoleWrite extends RoleWrite {
  readonly name: string;
  /** Custom when absent. */
  readonly provenance?: string | undefined;
}

/**
 * The role as it would be with what a caller says of it. Roles of an application have a name that operations
 * ask for, and nothing else about them decides; a custom role has any other name, and lists operations.
 * @throws AppError `invalid-input`
 */
export function describedRole(
  { provenance, methods = [], ...present }: NewRole,
  { fields, pointer }: BodyFields<RoleWrite>,
): NewRole {
  const { name = present.name, description = present.description } = fields;
  const role = { provenance, name: name.trim(), description };
  const faults = [...faultsOf(role, fields), ...renamingFaults(role, present.name)];
  if (faults.length > 0) {
    throw invalidInput(
      faults.map(({ pointer: place, detail }) => ({ pointer: `${pointer}${place}`, detail })),
    );
  }
  if (!isCustom(role)) return role;
  return { ...role, methods: fields.allowedMethods ? idsOf(fields.allowedMethods) : methods };
}

function faultsOf(
  role: NewRole,
  { allowedMethods: methods = [], allowedViews = [] }: RoleWrite,
): readonly Fault[] {
  return [
    ...nameFaults(role),
    ...methodFaults(methods),
    ...(isCustom(role) ? [] : otherMethodFaults(role, methods)),
    ...(allowedViews.length > 0 ? [NO_VIEWS] : []),
  ];
}

function isCustom({ provenance }: NewRole): boolean {
  return provenance === CUSTOM_PROVENANCE;
}

const NO_VIEWS: Fault = {
  pointer: '/allowedViews',
  detail: 'must be empty: pages are open to whoever may call what they show',
};

const APPLICATION_OF = new Map(METHODS.map(({ name, provenance }) => [name, provenance]));

function idsOf(methods: readonly AllowedMethod[]): readonly string[] {
  return [...new Set(methods.map(({ name }) => name))].sort();
}

function nameFaults(role: NewRole): readonly Fault[] {
  if ((ROLE_NAMES as readonly string[]).includes(role.name) !== isCustom(role)) return [];
  const names = ROLE_NAMES.join(', ');
  const detail = isCustom(role)
    ? `must not be one of ${names}: operations ask for these`
    : `must be one of ${names}`;
  return [{ pointer: '/name', detail }];
}

/** Whoever holds a role of an application would hold another one. */
function renamingFaults(role: NewRole, present: string): readonly Fault[] {
  if (isCustom(role) || role.name === present.trim()) return [];
  return [
    { pointer: '/name', detail: `must stay ${present}: a role of an application keeps its name` },
  ];
}

function methodFaults(methods: readonly AllowedMethod[]): readonly Fault[] {
  return methods.flatMap(({ name, provenance }, at): Fault[] => {
    const application = APPLICATION_OF.get(name);
    const pointer = `/allowedMethods/${at}`;
    if (application === undefined) {
      const detail = 'must be the name of a method: GET /authorization/methods lists them';
      return [{ pointer: `${pointer}/name`, detail }];
    }
    if (provenance === application) return [];
    return [{ pointer: `${pointer}/provenance`, detail: `must be ${application}` }];
  });
}

/** A role of an application may be said to allow what its name stands for, as answers say it. */
function otherMethodFaults(role: NewRole, methods: readonly AllowedMethod[]): readonly Fault[] {
  const own = idsOf(allowedMethods({ ...role, _id: '' }));
  if (methods.length === 0 || own.join() === idsOf(methods).join()) return [];
  const detail = `must be left out: the name of a role of an application says what it allows; a role of provenance ${CUSTOM_PROVENANCE} lists its own`;
  return [{ pointer: '/allowedMethods', detail }];
}
