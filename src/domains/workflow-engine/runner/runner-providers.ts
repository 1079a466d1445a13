import { AdmittedJobsService } from './admitted-jobs.service.js';
import { ChildCreationService } from './child-creation.service.js';
import { ChildResultsService } from './child-results.service.js';
import { ChildQueueService } from './child-queue.service.js';
import { ChildJobsService } from './child-jobs.service.js';
import { FamiliesService } from './families.service.js';
import { JobNotifier } from './job-notifier.js';
import { TurnNotifier } from './turn-notifier.js';
import { JobFactoryService } from './job-factory.service.js';
import { JobStepsService } from './job-steps.service.js';
import { OutboxEndsService } from './outbox-ends.service.js';
import { OutboxIterationsService } from './outbox-iterations.service.js';
import { OutboxMessagesService } from './outbox-messages.service.js';
import { OutboxService } from './outbox.service.js';
import { StepBuilderService } from './step-builder.service.js';
import { StepEffectsService } from './step-effects.service.js';
import { StepRunnerService } from './step-runner.service.js';
import { SteppedJobsService } from './stepped-jobs.service.js';
import { WakeTimers } from './wake-timers.js';
import { WorkflowsToRunService } from './workflows-to-run.service.js';

/** What jobs are started, stepped and delivered by. */
export const RUNNER_PROVIDERS = [
  AdmittedJobsService,
  ChildCreationService,
  ChildJobsService,
  ChildResultsService,
  ChildQueueService,
  FamiliesService,
  JobFactoryService,
  JobNotifier,
  JobStepsService,
  OutboxService,
  OutboxEndsService,
  OutboxIterationsService,
  OutboxMessagesService,
  StepBuilderService,
  StepEffectsService,
  StepRunnerService,
  SteppedJobsService,
  TurnNotifier,
  WakeTimers,
  WorkflowsToRunService,
];
