import { ChildResults } from './child-results.service.js';
import { ChildStarts } from './child-starts.service.js';
import { ChildJobsService } from './child-jobs.service.js';
import { JobNotifier } from './job-notifier.js';
import { TurnNotifier } from './turn-notifier.js';
import { JobFactory } from './job-factory.service.js';
import { JobSteps } from './job-steps.service.js';
import { OutboxEnds } from './outbox-ends.service.js';
import { OutboxIterations } from './outbox-iterations.service.js';
import { OutboxMessages } from './outbox-messages.service.js';
import { Outbox } from './outbox.service.js';
import { StepBuilder } from './step-builder.service.js';
import { StepRunner } from './step-runner.service.js';
import { WakeTimers } from './wake-timers.js';
import { WorkflowsToRun } from './workflows-to-run.service.js';

/** What jobs are started, stepped and delivered by. */
export const RUNNER_PROVIDERS = [
  ChildJobsService,
  ChildResults,
  ChildStarts,
  JobFactory,
  JobNotifier,
  JobSteps,
  Outbox,
  OutboxEnds,
  OutboxIterations,
  OutboxMessages,
  StepBuilder,
  StepRunner,
  TurnNotifier,
  WakeTimers,
  WorkflowsToRun,
];
