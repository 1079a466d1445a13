import { type Provider, type Type } from '@nestjs/common';
import { TASK_EXECUTORS, type TaskExecutor } from '../workers/task-executor.js';
import { AdapterCallsService } from './calls/adapter-calls.service.js';
import { AdapterTasks } from './calls/adapter-tasks.executor.js';
import { IntegrationTaskCallsService } from './calls/integration-calls.service.js';
import { PackageTasks } from './calls/package-tasks.executor.js';
import { RestCalls } from './calls/rest-call.executor.js';
import { ServiceTasks } from './calls/service-tasks.executor.js';
import { AnalyticTasks } from './devices/analytic-tasks.executor.js';
import { CommandTasks } from './devices/command-tasks.executor.js';
import { RestActionTasks } from './calls/rest-action.executor.js';
import { DeviceTasks } from './devices/device-tasks.executor.js';
import { GatewayTasks } from './devices/gateway-tasks.executor.js';
import { ExcelTasks } from './tools/excel-tasks.executor.js';
import { NotifyTasks } from './tools/notify.executor.js';
import { TextParsing } from './tools/text-parsing.executor.js';

/** Each runs one family of dispatched tasks; they are asked in this order. */
const EXECUTORS: Type<TaskExecutor>[] = [
  AdapterTasks,
  AnalyticTasks,
  CommandTasks,
  DeviceTasks,
  ExcelTasks,
  GatewayTasks,
  NotifyTasks,
  PackageTasks,
  RestActionTasks,
  RestCalls,
  ServiceTasks,
  TextParsing,
];

/** The executors, and what they need beside the services of other domains. */
export const EXECUTOR_PROVIDERS: Provider[] = [
  AdapterCallsService,
  IntegrationTaskCallsService,
  ...EXECUTORS,
  {
    provide: TASK_EXECUTORS,
    useFactory: (...executors: TaskExecutor[]): readonly TaskExecutor[] => executors,
    inject: EXECUTORS,
  },
];
