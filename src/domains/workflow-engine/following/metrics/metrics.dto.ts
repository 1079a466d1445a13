import { ListOf, Nested } from '#api/fields/structures.js';
import { Decimal, Flag, Instant, OneOf, Text, Whole } from '#api/fields/values.js';

const NAME = { max: 512, optional: true } as const;
const MS = 'In milliseconds; null where nothing has ended';

/** Which jobs count; of very many, the latest. */
export class JobMetricsOptions {
  @Instant({ optional: true, note: 'Jobs that began then or later; seven days before `to`' })
  readonly from?: string;

  @Instant({ optional: true, note: 'Jobs that began before; now when absent' })
  readonly to?: string;

  @Text({ ...NAME, note: 'Name of the workflow, exactly' })
  readonly workflow?: string;
}

/** Which tasks count; of very many, those of the latest jobs. */
export class TaskMetricsOptions extends JobMetricsOptions {
  @Text({ ...NAME, note: 'Name of the kind of task, exactly', example: 'ViewData' })
  readonly task?: string;
}

/** How long things took. */
export class ShownDurations {
  @Whole({ min: 0, nullable: true, note: MS })
  readonly avg!: number | null;

  @Whole({ min: 0, nullable: true, note: MS })
  readonly p50!: number | null;

  @Whole({ min: 0, nullable: true, note: MS })
  readonly p95!: number | null;

  @Whole({ min: 0, nullable: true, note: MS })
  readonly max!: number | null;

  @Whole({ min: 0, note: 'All together, in milliseconds' })
  readonly sum!: number;
}

/** Jobs by what has become of them. */
export class ShownJobCounts {
  @Whole({ min: 0 })
  readonly running!: number;

  @Whole({ min: 0 })
  readonly paused!: number;

  @Whole({ min: 0 })
  readonly error!: number;

  @Whole({ min: 0 })
  readonly complete!: number;

  @Whole({ min: 0 })
  readonly canceled!: number;
}

/** Jobs in numbers. */
export class ShownJobFigures {
  @Whole({ min: 0 })
  readonly jobs!: number;

  @Nested(() => ShownJobCounts)
  readonly statuses!: ShownJobCounts;

  @Nested(() => ShownDurations, { note: 'Of jobs that are complete' })
  readonly run_time!: ShownDurations;

  @Whole({
    nullable: true,
    note: 'Milliseconds that people would have needed beyond that; null where no workflow says it',
  })
  readonly time_saved!: number | null;
}

/** A workflow that figures are of. */
export class MeasuredWorkflow {
  @Text()
  readonly name!: string;
}

/** What came of the jobs of a workflow in a stretch of time. */
export class ShownStretch {
  @Instant()
  readonly startDate!: string;

  @Instant()
  readonly endDate!: string;

  @Whole({ min: 0, note: 'Jobs that are complete' })
  readonly jobsComplete!: number;

  @Decimal({ min: 0, note: 'Of those together, in seconds' })
  readonly totalRunTime!: number;
}

/** The jobs of one workflow in numbers. */
export class ShownWorkflowFigures extends ShownJobFigures {
  @Text({ note: 'Name of the workflow' })
  readonly _id!: string;

  @Nested(() => MeasuredWorkflow)
  readonly workflow!: MeasuredWorkflow;

  @Whole({ min: 0, note: 'Jobs that are complete' })
  readonly jobsComplete!: number;

  @Decimal({ min: 0, note: 'Of those together, in seconds' })
  readonly totalRunTime!: number;

  @ListOf(() => ShownStretch, { note: 'The same for the time that is looked at' })
  readonly metrics!: readonly ShownStretch[];
}

/** Runs by what has become of them. */
export class ShownRunCounts {
  @Whole({ min: 0 })
  readonly running!: number;

  @Whole({ min: 0 })
  readonly complete!: number;

  @Whole({ min: 0 })
  readonly error!: number;

  @Whole({ min: 0 })
  readonly canceled!: number;
}

/** Runs by how they finished. */
export class ShownFinishCounts {
  @Whole({ min: 0 })
  readonly success!: number;

  @Whole({ min: 0 })
  readonly failure!: number;

  @Whole({ min: 0 })
  readonly error!: number;

  @Whole({ min: 0 })
  readonly canceled!: number;
}

/** What came of the runs of a kind of task in a stretch of time. */
export class ShownRunStretch {
  @Instant()
  readonly startDate!: string;

  @Instant()
  readonly endDate!: string;

  @Whole({ min: 0 })
  readonly runs!: number;

  @Decimal({ min: 0, note: 'Of those that have ended together, in seconds' })
  readonly totalRunTime!: number;

  @Whole({ min: 0 })
  readonly totalSuccesses!: number;

  @Whole({ min: 0 })
  readonly totalFailures!: number;

  @Whole({ min: 0 })
  readonly totalErrors!: number;
}

/** Tasks of one kind in numbers. */
export class ShownTaskFigures {
  @Text({ example: 'WorkFlowEngine' })
  readonly app!: string;

  @Text({ example: 'ViewData' })
  readonly name!: string;

  @OneOf(['automatic', 'manual'], { note: 'Whether people work it' })
  readonly taskType!: 'automatic' | 'manual';

  @Flag({ note: 'True: figures are of all workflows together' })
  readonly global!: boolean;

  @ListOf(() => ShownRunStretch, { note: 'The same for the time that is looked at' })
  readonly metrics!: readonly ShownRunStretch[];

  @Whole({ min: 0 })
  readonly runs!: number;

  @Nested(() => ShownRunCounts)
  readonly statuses!: ShownRunCounts;

  @Nested(() => ShownFinishCounts)
  readonly finish_states!: ShownFinishCounts;

  @Nested(() => ShownDurations, { note: 'Of runs that have ended and were not canceled' })
  readonly run_time!: ShownDurations;
}

/** What all metrics say of themselves. */
class MetricsPart {
  @Whole({ min: 0, note: 'Rows in all' })
  readonly total!: number;

  @Whole({ min: 0 })
  readonly skip!: number;

  @Whole({ min: 0 })
  readonly limit!: number;

  @Instant()
  readonly from!: string;

  @Instant()
  readonly to!: string;

  @Flag({ note: 'Whether there is more than what counts here: then only the latest does' })
  readonly truncated!: boolean;
}

/** Jobs in numbers, by workflow. */
export class JobMetricsAnswer extends MetricsPart {
  @ListOf(() => ShownWorkflowFigures)
  readonly results!: readonly ShownWorkflowFigures[];

  @Nested(() => ShownJobFigures, { note: 'Of all workflows together' })
  readonly summary!: ShownJobFigures;
}

/** Tasks in numbers, by kind. */
export class TaskMetricsAnswer extends MetricsPart {
  @ListOf(() => ShownTaskFigures)
  readonly results!: readonly ShownTaskFigures[];
}
