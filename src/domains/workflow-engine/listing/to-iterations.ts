import { listMetadata } from '../../../api/query/list-metadata.js';
import { ownObject } from '../../../kernel/json-reading.js';
import { type Page, type PageRequest } from '../../../kernel/page.js';
import { PACKAGE_INFO } from '../../../platform/config/package-info.js';
import { decoratorsOf } from '../answer/document-reading.js';
import { errorText } from '../answer/error-text.js';
import { type IterationView } from '../answer/job-view.js';
import { iterationMetrics } from '../answer/task-metrics.js';
import { type Plan } from '../../../cores/engine/plan.js';
import { type StoredJob } from '../store/stored-job.js';
import { type IterationShape, type ListIterationsAnswer } from './listed-jobs.dto.js';

/** Runs of the tasks of a job. */
export function toIterations(part: PageRequest, page: Page<IterationShape>): ListIterationsAnswer {
  return {
    message: 'Successfully retrieved iterations',
    data: page.items,
    metadata: listMetadata(part, page),
  };
}

/** A run of a task. */
export function toIteration(job: StoredJob, plan: Plan, view: IterationView): IterationShape {
  const { stored, input, output, error } = view;
  const task = plan.tasks[plan.places.get(stored.task) ?? -1];
  return {
    _id: stored._id,
    name: stored.name,
    app: stored.app,
    kind: stored.kind,
    status: stored.status,
    job: {
      _id: job._id,
      name: job.name,
      description: job.description,
      task: stored.task,
      index: stored.loopIndex,
    },
    iteration: stored.number,
    attempt: stored.attempt,
    mocked: stored.mocked,
    metrics: iterationMetrics(stored, PACKAGE_INFO.version),
    variables: {
      incoming: input,
      outgoing: output ?? {},
      error: error === null ? '' : errorText(error),
      decorators: task ? decoratorsOf(ownObject(task.document, 'variables')) : [],
    },
  };
}
