import { ListOf, Nested } from '../../../../api/fields/structures.js';
import { Flag, Instant, Text, Whole } from '../../../../api/fields/values.js';
import { PageQuery } from '../../../../api/query/list-query.dto.js';

const NAME = { max: 512, optional: true } as const;
const MS = 'In milliseconds; null where nothing has ended';

/** Which jobs count; of very many, the latest. */
export class JobMetricsQuery extends PageQuery {
  @Instant({ optional: true, note: 'Jobs that began then or later; seven days before `to`' })
  readonly from?: string;

  @Instant({ optional: true, note: 'Jobs that began before; now when absent' })
  readonly to?: string;

  @Text({ ...NAME, note: 'Name of the workflow, exactly' })
  readonly workflow?: string;
}

/** Which tasks count; of very many, those of the latest jobs. */
export class TaskMetricsQuery extends JobMetricsQuery {
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

/** The jobs of one workflow in numbers. */
export class ShownWorkflowFigures extends ShownJobFigures {
  @Text({ note: 'Name of the workflow' })
  readonly workflow!: string;
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

/** Tasks of one kind in numbers. */
export class ShownTaskFigures {
  @Text({ example: 'WorkFlowEngine' })
  readonly app!: string;

  @Text({ example: 'ViewData' })
  readonly name!: string;

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
