import { Nested } from '../../../api/fields/structures.js';
import { Flag, Instant, Text } from '../../../api/fields/values.js';

/** Whether a kind of worker takes on anything new. */
export class WorkerStatus {
  @Flag()
  readonly running!: boolean;

  @Instant({ nullable: true, note: 'When it was switched last; null for never' })
  readonly since!: string | null;

  @Text({ nullable: true, note: 'Username of who switched it; null for nobody', example: 'admin' })
  readonly by!: string | null;
}

/** The workers of all nodes. */
export class WorkersAnswer {
  @Nested(() => WorkerStatus, { note: 'Works on the tasks of jobs' })
  readonly taskWorker!: WorkerStatus;

  @Nested(() => WorkerStatus, { note: 'Starts jobs and fires triggers: rests in maintenance' })
  readonly jobWorker!: WorkerStatus;
}
