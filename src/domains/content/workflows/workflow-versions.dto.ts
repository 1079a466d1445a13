import { Free, ListOf } from '../../../api/fields/structures.js';
import { OneOf, Text, Whole } from '../../../api/fields/values.js';

const KINDS = ['added', 'removed', 'changed'] as const;
type Kind = (typeof KINDS)[number];
const BEFORE = { optional: true, note: 'Absent where it was added' } as const;
const AFTER = { optional: true, note: 'Absent where it was removed' } as const;

/** Which versions are compared. */
export class DiffWorkflowQuery {
  @Whole({ min: 0, note: 'Revision of the earlier version' })
  readonly from!: number;

  @Whole({
    min: 0,
    optional: true,
    note: 'Revision of the later version; the present one when absent',
  })
  readonly to?: number;
}

/** A place at which two versions differ. */
export class FieldChange {
  @Text({ note: 'JSON pointer' })
  readonly pointer!: string;

  @OneOf(KINDS)
  readonly kind!: Kind;

  @Free(BEFORE)
  readonly before?: unknown;

  @Free(AFTER)
  readonly after?: unknown;
}

/** A task that only one version has, or that differs. */
export class WorkflowTaskChange {
  @Text()
  readonly id!: string;

  @OneOf(KINDS)
  readonly kind!: Kind;

  @Free({ optional: true, note: 'The task, where it was added or removed' })
  readonly task?: unknown;

  @ListOf(() => FieldChange, { note: 'What differs, with pointers from the task' })
  readonly changes!: readonly FieldChange[];
}

/** An edge that only one version has, or that differs. */
export class WorkflowTransitionChange {
  @Text()
  readonly from!: string;

  @Text()
  readonly to!: string;

  @OneOf(KINDS)
  readonly kind!: Kind;

  @Free(BEFORE)
  readonly before?: unknown;

  @Free(AFTER)
  readonly after?: unknown;
}

/** How two versions of a workflow differ. */
export class WorkflowDiffAnswer {
  @Whole({ min: 0 })
  readonly from!: number;

  @Whole({ min: 0 })
  readonly to!: number;

  @ListOf(() => WorkflowTaskChange)
  readonly tasks!: readonly WorkflowTaskChange[];

  @ListOf(() => WorkflowTransitionChange)
  readonly transitions!: readonly WorkflowTransitionChange[];

  @ListOf(() => FieldChange, { note: 'Everything else, with pointers from the workflow' })
  readonly fields!: readonly FieldChange[];
}
