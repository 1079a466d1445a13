import { assertMayCall, mayCall } from '../../api/access/may-call.js';
import { type OperationId, operationSpec } from '../../api/operations/operations.js';
import {
  holdsAnyRole,
  type Application,
  type Principal,
  type RoleName,
} from '../../kernel/principal.js';
import {
  OPERATION_KINDS,
  type OperationKind,
  type TrackedOperation,
} from '../../platform/tracking/tracked-operation.js';

/** Who has to do with operations of a kind. */
interface Area {
  /** Roles count here for this application. */
  readonly application: Application;
  /** They see those of everybody. */
  readonly readers: readonly RoleName[];
  /** Whoever may call it starts such operations: they see their own, and cancel whatever they see. */
  readonly startedBy: OperationId;
}

const packages = { application: 'AdminEssentials', readers: ['admin', 'apiread'] } as const;

const AREAS: Readonly<Record<OperationKind, Area>> = {
  install: { ...packages, startedBy: 'installArtifact' },
  rollback: { ...packages, startedBy: 'rollbackArtifact' },
  uninstall: { ...packages, startedBy: 'uninstallArtifact' },
  refresh: { ...packages, application: 'PrebuiltsRepository', startedBy: 'refreshRepository' },
  // What an import answers names documents that not every reader may see.
  import: { application: 'ServiceCatalog', readers: ['admin'], startedBy: 'importContent' },
};

/** Which operations somebody sees. */
export interface OperationVisibility {
  /** Kinds of which they see all. */
  readonly all: readonly OperationKind[];
  /** Kinds of which they see those that they started. */
  readonly own: readonly OperationKind[];
  readonly accountId: string;
}

/**
 * What a caller sees: by the roles that it holds now. A credential that may do less than its owner sees
 * no more than it could start.
 */
export function sightOf(principal: Principal): OperationVisibility {
  const all = OPERATION_KINDS.filter((kind) => {
    const { application, readers } = AREAS[kind];
    return holdsAnyRole(principal, application, readers);
  });
  const own = OPERATION_KINDS.filter((kind) => mayCancel(principal, kind));
  return { all, own: own.filter((kind) => !all.includes(kind)), accountId: principal.id };
}

/** Whether a caller sees an operation. */
export function isSeen(
  { kind, accountId }: Pick<TrackedOperation, 'kind' | 'accountId'>,
  { all, own, accountId: caller }: OperationVisibility,
): boolean {
  return all.includes(kind) || (accountId === caller && own.includes(kind));
}

/** Whether a caller who sees an operation of the kind may cancel it. */
export function mayCancel(principal: Principal, kind: OperationKind): boolean {
  return mayCall(principal, AREAS[kind].startedBy);
}

/** @throws AppError `forbidden`, with the roles that would admit, for a caller who may not cancel operations of the kind. */
export function assertMayCancel(principal: Principal, kind: OperationKind): void {
  const id = AREAS[kind].startedBy;
  assertMayCall(principal, { id, spec: operationSpec(id) });
}
