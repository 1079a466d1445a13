import {
  OPERATION_KINDS,
  OPERATION_STATES,
  type OperationKind,
  type OperationState,
} from '../../platform/tracking/tracked-operation.js';
import { type JsonObject } from '../../kernel/json.js';
import { FreeObject, Nested } from '../fields/structures.js';
import { Flag, Instant, OneOf, Text, Whole } from '../fields/values.js';

/** How far an operation is. */
export class OperationProgressAnswer {
  @Whole({ min: 0, example: 12 })
  readonly done!: number;

  @Whole({ min: 0, nullable: true, example: 30, note: 'Null as long as nobody knows' })
  readonly total!: number | null;

  @Text({ example: 'Reading acme/network', note: 'What is being done; empty before the first' })
  readonly step!: string;
}

/** An operation that takes longer than a request, as lists show it. */
export class ListedOperation {
  @Text({ example: '64b5c1d2e3f405162738495a' })
  readonly _id!: string;

  @OneOf(OPERATION_KINDS)
  readonly kind!: OperationKind;

  @Text({ example: '@acme/ports', note: 'What it is done to' })
  readonly subject!: string;

  @OneOf(OPERATION_STATES, {
    note: '`queued`: its node does others first; `interrupted`: its node went away over it, and nobody goes on',
  })
  readonly state!: OperationState;

  @Flag({ note: 'It can be cancelled now' })
  readonly cancellable!: boolean;

  @Flag({ note: 'Somebody has asked to cancel it' })
  readonly cancelRequested!: boolean;

  @Nested(() => OperationProgressAnswer)
  readonly progress!: OperationProgressAnswer;

  @Text({
    nullable: true,
    note: 'Name of the account that started it; null for the platform itself',
  })
  readonly startedBy!: string | null;

  @Instant()
  readonly created!: string;

  @Instant({ nullable: true })
  readonly started!: string | null;

  @Instant({ nullable: true })
  readonly finished!: string | null;

  @FreeObject({
    nullable: true,
    note: 'Why it failed: the problem document that a caller who waited would have been answered',
  })
  readonly problem!: JsonObject | null;
}

/** An operation with what it answers. */
export class TrackedOperationAnswer extends ListedOperation {
  @FreeObject({
    nullable: true,
    note: 'What a caller who waited would have been answered; null before the end. Of a cancelled one, what was done until then, where it says so',
  })
  readonly result!: JsonObject | null;
}
