import { ManualTasksController } from './manual-tasks.controller.js';
import { ManualTasksRepository } from './manual-tasks.repository.js';
import { ManualTasks } from './manual-tasks.service.js';
import { OverdueTasks } from './overdue-tasks.service.js';
import { TaskAssignees } from './task-assignees.service.js';
import { TaskAssignment } from './task-assignment.service.js';
import { TaskDetailsService } from './task-details.service.js';
import { TaskFinishing } from './task-finishing.service.js';
import { TaskForms } from './task-forms.service.js';
import { TaskEventsService } from './task-events.service.js';

export const MANUAL_CONTROLLERS = [ManualTasksController];

/** What brings tasks to people. */
export const MANUAL_PROVIDERS = [
  ManualTasks,
  ManualTasksRepository,
  OverdueTasks,
  TaskAssignees,
  TaskAssignment,
  TaskDetailsService,
  TaskFinishing,
  TaskForms,
  TaskEventsService,
];
