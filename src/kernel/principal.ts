/** The nine role names of the interface's role table. */
export const ROLE_NAMES = [
  'admin',
  'apiread',
  'apiwrite',
  'engineering',
  'support',
  'operations',
  'operator',
  'other',
  'readonly',
] as const;
export type RoleName = (typeof ROLE_NAMES)[number];

/** The applications that own operations; a role can be granted for one of them alone. */
export const APPLICATIONS = [
  'PrebuiltsRepository',
  'AdminEssentials',
  'OrchestratorManager',
  'ConfigurationManager',
  'UserManagement',
  'Transformations',
  'OperationsManager',
  'FormBuilder',
  'ServiceCatalog',
  'MOP',
  'ServiceManagement',
  'Schema',
  'WorkFlowEngine',
  'Integrations',
] as const;
export type Application = (typeof APPLICATIONS)[number];

/** The provenance of roles that count in every application. */
export const PLATFORM_PROVENANCE = 'platform';

/** The provenance of roles that admit to the operations that they list. Their names count nowhere. */
export const CUSTOM_PROVENANCE = 'Custom';

/** A role that a caller holds, directly or through a group. */
export interface HeldRole {
  readonly id: string;
  /** The application it counts in, `platform` for all of them, or `Custom`. */
  readonly provenance: string;
  readonly name: string;
  /** Ids of the operations that a custom role admits to. */
  readonly methods?: readonly string[];
}

/** A group that a caller belongs to, directly or through nesting. */
export interface HeldGroup {
  readonly id: string;
  readonly provenance: string;
  readonly name: string;
}

/** Who is calling. */
export interface Principal {
  readonly id: string;
  readonly provenance: string;
  readonly username: string;
  readonly firstname: string;
  readonly groups: readonly HeldGroup[];
  readonly roles: readonly HeldRole[];
}

/** True when the caller holds one of the roles, for this application or for the whole platform. */
export function holdsAnyRole(
  principal: Pick<Principal, 'roles'>,
  application: Application,
  admitted: readonly RoleName[],
): boolean {
  return principal.roles.some(
    ({ provenance, name }) =>
      (provenance === PLATFORM_PROVENANCE || provenance === application) &&
      (admitted as readonly string[]).includes(name),
  );
}
