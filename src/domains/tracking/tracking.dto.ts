import { ListOf } from '../../api/fields/structures.js';
import { OneOf, Whole } from '../../api/fields/values.js';
import { ListedOperation } from '../../api/tracking/tracked-operation.dto.js';
import {
  OPERATION_KINDS,
  OPERATION_STATES,
  type OperationKind,
  type OperationState,
} from '../../platform/tracking/tracked-operation.js';

/** Options of `GET /admin/operations` alone. */
export class OperationListOptions {
  @OneOf(OPERATION_KINDS, { optional: true, note: 'Only work of this kind' })
  readonly kind?: OperationKind;

  @OneOf(OPERATION_STATES, { optional: true, note: 'Only work in this state' })
  readonly state?: OperationState;
}

/** A part of the operations, the latest first. */
export class ListOperationsAnswer {
  @ListOf(() => ListedOperation)
  readonly results!: readonly ListedOperation[];

  @Whole({ min: 0 })
  readonly total!: number;
}
