import { Nested } from '../fields/structures.js';
import { Decimal, EpochMs, OneOf, Text, Whole } from '../fields/values.js';

/** Memory of a process, in bytes. */
export class MemoryUsageAnswer {
  @Whole({ min: 0, note: 'All of it that is in RAM, in bytes' })
  readonly rss!: number;

  @Whole({ min: 0 })
  readonly heapTotal!: number;

  @Whole({ min: 0 })
  readonly heapUsed!: number;

  @Whole({ min: 0 })
  readonly external!: number;

  @Whole({ min: 0 })
  readonly arrayBuffers!: number;
}

/** Time that a process has computed, in microseconds. */
export class CpuUsageAnswer {
  @Whole({ min: 0 })
  readonly user!: number;

  @Whole({ min: 0 })
  readonly system!: number;
}

export const CONNECTION_STATES = ['ONLINE', 'OFFLINE'] as const;

/** Whether the system behind something answers. */
export class ConnectionAnswer {
  @OneOf(CONNECTION_STATES)
  readonly state!: (typeof CONNECTION_STATES)[number];
}

/** Levels from which on a module logs. */
export class LoggerAnswer {
  @Text({ note: 'The level of LOG_LEVEL', example: 'info' })
  readonly console!: string;

  @Text({ note: 'Always `none`: logs go to the console alone' })
  readonly file!: string;

  @Text({ note: 'Always `none`' })
  readonly syslog!: string;
}

export const MODULE_STATES = ['RUNNING', 'STOPPED'] as const;
export type ModuleState = (typeof MODULE_STATES)[number];

/**
 * How an application or an adapter does, in the members that existing clients read. All of them run in
 * the one process of this server: memory, time and process id are those of that process.
 */
export class ModuleHealth {
  @Text({ note: 'Its name, by which it is started and stopped' })
  readonly id!: string;

  @Text()
  readonly package_id!: string;

  @Text({ note: 'Version of the platform' })
  readonly version!: string;

  @Text()
  readonly description!: string;

  @Text()
  readonly routePrefix!: string;

  @OneOf(MODULE_STATES, { note: 'STOPPED when somebody has stopped it' })
  readonly state!: ModuleState;

  @Decimal({ note: 'Seconds since this server has started' })
  readonly uptime!: number;

  @Decimal({ note: 'The same as `uptime`' })
  readonly prevUptime!: number;

  @Nested(() => MemoryUsageAnswer)
  readonly memoryUsage!: MemoryUsageAnswer;

  @Nested(() => CpuUsageAnswer)
  readonly cpuUsage!: CpuUsageAnswer;

  @Whole({ min: 1 })
  readonly pid!: number;

  @Nested(() => LoggerAnswer)
  readonly logger!: LoggerAnswer;

  @EpochMs({ note: 'When this was found' })
  readonly timestamp!: number;
}
