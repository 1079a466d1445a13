import { Free, FreeObject, ListOf, Nested } from '../../../api/fields/structures.js';
import { EpochMs, Flag, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { ListMetadata } from '../../../api/query/list-metadata.dto.js';
import { type JsonObject } from '../../../kernel/json.js';
import { JOB_STATUSES, type JobStatus } from '../../../cores/engine/job-state.js';
import { FINISH_STATES, type FinishState } from '../../../cores/engine/finish-state.js';
import { VIEW_KINDS, type ViewKind } from './manual-task-view.js';

const FILTER = { max: 512, optional: true } as const;
const HTML = 'A piece of HTML that is safe to show';

/** What the list of open tasks takes beside what every list does. */
export class ManualTaskListOptions {
  @Flag({ optional: true, note: 'Those that the caller has' })
  readonly mine?: boolean;

  @Flag({ optional: true, note: 'Those that nobody has' })
  readonly open?: boolean;

  @Flag({ optional: true, note: 'Those whose time has passed, longest overdue first' })
  readonly overdue?: boolean;

  @Text({ ...FILTER, note: 'Id of a group that the task names' })
  readonly group?: string;

  @Text({ ...FILTER, note: 'Name of the workflow, exactly' })
  readonly workflow?: string;

  @Text({ ...FILTER, note: 'Id of the job' })
  readonly job?: string;
}

/** The job of a task. */
export class JobOfManualTask {
  @Text({ example: '66d02d8221161b4df2717495' })
  readonly _id!: string;

  @Text({ note: 'Name of its workflow', example: 'Upgrade a switch' })
  readonly name!: string;

  @Text()
  readonly description!: string;

  @OneOf(JOB_STATUSES, { nullable: true, note: 'null once retention has taken the job' })
  readonly status!: JobStatus | null;

  @Text({ note: 'Id of the task in the workflow', example: 'b2c3' })
  readonly task!: string;

  @Whole({ min: 0, nullable: true, note: 'Element of the innermost loop; null outside of loops' })
  readonly index!: number | null;
}

/** Times of a task and who has it. */
export class ManualTaskMetrics {
  @Text({ nullable: true, note: 'Name of the account that has it; null for nobody' })
  readonly owner!: string | null;

  @EpochMs({ nullable: true, note: 'Since when' })
  readonly claim_time!: number | null;

  @EpochMs()
  readonly start_time!: number;

  @EpochMs({ nullable: true, note: 'null while it is open' })
  readonly end_time!: number | null;

  @OneOf([...FINISH_STATES, 'canceled'], { nullable: true, note: 'null while it is open' })
  readonly finish_state!: FinishState | 'canceled' | null;

  @EpochMs({ nullable: true, note: 'When it is due; null for no time' })
  readonly due_time!: number | null;
}

/** A task that somebody works. */
export class ShownManualTask {
  @Text({ note: 'By which it is claimed and finished', example: '0b6f2a34-…' })
  readonly _id!: string;

  @Text({ note: 'What kind of task it is', example: 'ViewData' })
  readonly name!: string;

  @Text({ note: 'What people call it', example: 'Approve the upgrade' })
  readonly summary!: string;

  @Text({ example: 'WorkFlowEngine' })
  readonly app!: string;

  @OneOf(['running', 'complete', 'error', 'canceled'], { note: '`running` while it is open' })
  readonly status!: 'running' | 'complete' | 'error' | 'canceled';

  @Whole({ min: 1, note: 'Which run of the task in its job it is' })
  readonly iteration!: number;

  @Nested(() => JobOfManualTask)
  readonly job!: JobOfManualTask;

  @ListOf('text', { note: 'Ids of groups whose members work it; none for everybody' })
  readonly groups!: readonly string[];

  @Flag({ note: 'Whether somebody has it' })
  readonly locked!: boolean;

  @Flag({ note: 'Whether its time has passed' })
  readonly overdue!: boolean;

  @Nested(() => ManualTaskMetrics)
  readonly metrics!: ManualTaskMetrics;
}

/** A part of the open tasks that the caller may work. */
export class ListManualTasksAnswer {
  @Text()
  readonly message!: string;

  @ListOf(() => ShownManualTask)
  readonly data!: readonly ShownManualTask[];

  @Nested(() => ListMetadata)
  readonly metadata!: ListMetadata;
}

/** What came in and what went out; secret values are `<SECRET>`. */
export class ManualTaskVariables {
  @FreeObject({ note: 'With all references resolved' })
  readonly incoming!: JsonObject;

  @FreeObject()
  readonly outgoing!: JsonObject;
}

/** A way to finish a task. */
export class ManualTaskButton {
  @Text({ note: HTML, example: 'Upgrade' })
  readonly label!: string;

  @OneOf(['success', 'failure'])
  readonly finish_state!: 'success' | 'failure';
}

/** A line of a comparison. */
export class ManualTaskDiffLine {
  @OneOf(['same', 'removed', 'added'])
  readonly kind!: 'same' | 'removed' | 'added';

  @Text({ note: 'Plain text' })
  readonly text!: string;
}

/** Two texts, compared line by line. */
export class ManualTaskDiff {
  @Text({ note: HTML })
  readonly label1!: string;

  @Text({ note: HTML })
  readonly label2!: string;

  @ListOf(() => ManualTaskDiffLine)
  readonly lines!: readonly ManualTaskDiffLine[];

  @Flag({ note: 'Whether there are more lines' })
  readonly truncated!: boolean;
}

/** The form of a task. */
export class ManualTaskForm {
  @Text({ nullable: true, note: 'null for one that is not stored' })
  readonly id!: string | null;

  @Text()
  readonly name!: string;

  @FreeObject()
  readonly schema!: JsonObject;

  @FreeObject()
  readonly uiSchema!: JsonObject;

  @FreeObject()
  readonly bindingSchema!: JsonObject;

  @FreeObject()
  readonly validationSchema!: JsonObject;

  @FreeObject({ note: 'What its fields begin with' })
  readonly formData!: JsonObject;
}

/** A task as people need it. */
export class ShownManualTaskView {
  @OneOf(VIEW_KINDS)
  readonly kind!: ViewKind;

  @Text({ note: HTML })
  readonly header!: string;

  @Text({ note: HTML })
  readonly message!: string;

  @Text({ note: HTML })
  readonly body!: string;

  @ListOf(() => ManualTaskButton)
  readonly buttons!: readonly ManualTaskButton[];

  @ListOf(() => ManualTaskDiff)
  readonly diffs!: readonly ManualTaskDiff[];

  @Free({ nullable: true, note: 'Results of a command template' })
  readonly templateResults!: JsonObject | null;

  @Nested(() => ManualTaskForm, { nullable: true })
  readonly form!: ManualTaskForm | null;
}

/** A task with everything that somebody needs to work it. */
export class ManualTaskDetail extends ShownManualTask {
  @Text({ note: 'What the workflow says of it' })
  readonly description!: string;

  @Nested(() => ManualTaskVariables)
  readonly variables!: ManualTaskVariables;

  @Nested(() => ShownManualTaskView)
  readonly view!: ShownManualTaskView;
}

/** One task. */
export class ManualTaskAnswer {
  @Text()
  readonly message!: string;

  @Nested(() => ManualTaskDetail)
  readonly data!: ManualTaskDetail;

  @FreeObject()
  readonly metadata!: JsonObject;
}

/** A task after something was done with it. */
export class WorkedManualTaskAnswer {
  @Text()
  readonly message!: string;

  @Nested(() => ShownManualTask)
  readonly data!: ShownManualTask;

  @FreeObject()
  readonly metadata!: JsonObject;
}

/** Who gets a task and when it is due; what is absent stays as it is. */
export class AssignManualTaskRequest {
  @Text({
    ...FILTER,
    nullable: true,
    note: 'Id or name of an account; null for nobody',
    example: 'ada',
  })
  readonly assignee?: string | null;

  @EpochMs({ optional: true, nullable: true, note: 'null for no time' })
  readonly due_time?: number | null;
}

/** How a task ends. */
export class FinishManualTaskRequest {
  @OneOf(FINISH_STATES, { note: '`failure` only where the task offers it' })
  readonly finish_state!: FinishState;

  @FreeObject({
    optional: true,
    note: 'Outputs by name, here or in `outgoing`; answers to a form are `export`',
    example: { outgoing: { export: { name: 'switch-1' } } },
  })
  readonly variables?: JsonObject;

  @Text({ max: 4096, optional: true, note: 'What went wrong, for `error`' })
  readonly message?: string;
}
