import { ManualTasksController } from './manual-tasks.controller.js';
import { ManualTasksRepository } from './manual-tasks.repository.js';
import { ManualTasksService } from './manual-tasks.service.js';
import { OverdueTasksService } from './overdue-tasks.service.js';
import { TaskAssigneesService } from './task-assignees.service.js';
import { TaskAssignmentService } from './task-assignment.service.js';
import { TaskDetailsService } from './task-details.service.js';
import { FinishOutcomesService } from './finish-outcomes.service.js';
import { TaskFinishingService } from './task-finishing.service.js';
import { TaskFormsService } from './task-forms.service.js';
import { TaskEventsService } from './task-events.service.js';

export const MANUAL_CONTROLLERS = [ManualTasksController];

/** What brings tasks to people. */
export const MANUAL_PROVIDERS = [
  ManualTasksService,
  ManualTasksRepository,
  OverdueTasksService,
  TaskAssigneesService,
  TaskAssignmentService,
  TaskDetailsService,
  FinishOutcomesService,
  TaskFinishingService,
  TaskFormsService,
  TaskEventsService,
];
