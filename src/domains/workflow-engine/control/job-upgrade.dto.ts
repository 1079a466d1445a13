import { ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { JOB_STATUSES, type JobStatus } from '../../../cores/engine/job-state.js';
import {
  TASK_CHANGES,
  TASK_FATES,
  type TaskChange,
  type TaskFate,
} from '../../../cores/engine/upgrading/upgrade.js';
import { FieldChange } from '../../content/workflows/workflow-versions.dto.js';
import { type JobUpgrade } from './job-upgrade.js';

/** A job that is to run by the present version of its workflow. */
export class JobUpgradeRequest {
  @Flag({ note: 'true shows what would change; false moves the job' })
  readonly dryRun!: boolean;

  @Text({
    min: 1,
    max: 256,
    optional: true,
    note: 'The one of the dry run: refuses when the job or its workflow has changed since',
  })
  readonly planHash?: string;
}

/** A task that the present version of the workflow has otherwise. */
export class UpgradedTaskShape {
  @Text({ note: 'Id of the task' })
  readonly task!: string;

  @Text()
  readonly name!: string;

  @Text({ note: 'Where it stands in the workflow' })
  readonly pointer!: string;

  @OneOf(TASK_CHANGES, { note: 'ways: the task is the same, others come after it' })
  readonly change!: TaskChange;

  @OneOf(TASK_FATES, {
    nullable: true,
    note: 'keeps-result: it has finished and does not run again; failed: it runs as it is now when it is retried; goes-on: it is under way; next: it begins when the job is resumed; later: it waits for its turn; not-run: the job is past it, or no way leads to it; null as long as something is in the way',
  })
  readonly then!: TaskFate | null;

  @ListOf(() => FieldChange, {
    note: 'What differs in a task that has changed, with pointers from the task; long values are cut, secrets masked',
  })
  readonly changes!: readonly FieldChange[];

  @Whole({ min: 0, note: 'How many more places differ: 200 are shown of all tasks together' })
  readonly moreChanges!: number;
}

/** What is in the way of a job. */
export class UpgradeBlockerShape {
  @Text({ nullable: true, note: 'Id of the task; null for the job as a whole' })
  readonly task!: string | null;

  @Text({ note: 'Where it stands in the workflow; `#` for the job as a whole' })
  readonly pointer!: string;

  @Text({ example: 'the job is running: pause it first' })
  readonly detail!: string;
}

/** What it means for a job to run by the present version of its workflow. */
export class JobUpgradeShape implements JobUpgrade {
  @Text({ note: 'Id of the job' })
  readonly job!: string;

  @Text({ note: 'Name of the workflow as it is now' })
  readonly workflow!: string;

  @Flag({ note: 'Whether it was shown only' })
  readonly dryRun!: boolean;

  @Text({ note: 'Stands for what is shown here' })
  readonly planHash!: string;

  @Flag({
    note: 'Whether the job runs by the present version: true in a dry run where nothing would change, and after the move',
  })
  readonly isCurrent!: boolean;

  @OneOf(JOB_STATUSES, {
    note: 'Of the job afterwards; `paused` where there is a way on now: resume it',
  })
  readonly status!: JobStatus;

  @ListOf(() => UpgradedTaskShape, { note: 'Tasks that are not the same' })
  readonly tasks!: readonly UpgradedTaskShape[];

  @ListOf('text', { note: 'Ids of the tasks that have finished and keep their results' })
  readonly kept!: readonly string[];

  @ListOf(() => UpgradeBlockerShape, {
    note: 'What makes it impossible; empty where it is possible',
  })
  readonly blockers!: readonly UpgradeBlockerShape[];
}

/** What becomes, or would become, of a job. */
export class JobUpgradeAnswer {
  @Text({ example: 'Successfully upgraded job' })
  readonly message!: string;

  @Nested(() => JobUpgradeShape)
  readonly data!: JobUpgradeShape;
}
