import { ListOf } from '../../api/fields/structures.js';
import { OneOf, Whole } from '../../api/fields/values.js';
import { PageQuery } from '../../api/query/list-query.dto.js';
import { ListedOperation } from '../../api/tracking/tracked-operation.dto.js';
import {
  OPERATION_KINDS,
  OPERATION_STATES,
  type OperationKind,
  type OperationState,
} from '../../platform/tracking/tracked-operation.js';

/** Which operations are shown. */
export class ListOperationsQuery extends PageQuery {
  @OneOf(OPERATION_KINDS, { optional: true })
  readonly kind?: OperationKind;

  @OneOf(OPERATION_STATES, { optional: true })
  readonly state?: OperationState;
}

/** A part of the operations, the latest first. */
export class ListOperationsAnswer {
  @ListOf(() => ListedOperation)
  readonly results!: readonly ListedOperation[];

  @Whole({ min: 0 })
  readonly total!: number;
}
