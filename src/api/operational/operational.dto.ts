import { Decimal, EpochMs, Flag, Instant, OneOf, Text, Whole } from '../fields/values.js';
import { ListOf, MapOf, Nested } from '../fields/structures.js';
import { CpuUsageAnswer, MemoryUsageAnswer } from '../answers/module-health.dto.js';
import {
  type Condition,
  CONDITIONS,
  PART_STATES,
  type PartHealth,
  type PartState,
  type PlatformHealth,
  type Readiness,
  type MemoryUse,
  SERVICE_STATES,
  type ServerFacts,
  type ServiceState,
} from './health.js';

export class LiveAnswer {
  @OneOf(['live'])
  readonly status!: 'live';
}

export class ReadyAnswer implements Readiness {
  @OneOf(['ready'])
  readonly status!: 'ready';

  @ListOf('text', { note: 'The parts that were asked' })
  readonly parts!: readonly string[];
}

export class PartAnswer implements PartHealth {
  @Text({ example: 'database' })
  readonly name!: string;

  @OneOf(PART_STATES)
  readonly status!: PartState;

  @Whole({ min: 0, note: 'How long the part took to answer, in milliseconds' })
  readonly durationMs!: number;

  @Text({ optional: true, note: 'Why it fails' })
  readonly detail?: string;
}

export class ServiceAnswer implements ServiceState {
  @Text({ example: 'database' })
  readonly service!: string;

  @OneOf(SERVICE_STATES)
  readonly status!: ServiceState['status'];
}

export class HealthStatusAnswer implements PlatformHealth {
  @OneOf(PART_STATES)
  readonly status!: PartState;

  @Flag({ note: 'The server finishes its requests and takes no new ones' })
  readonly stopping!: boolean;

  @ListOf(() => PartAnswer)
  readonly parts!: readonly PartAnswer[];

  @Text({ note: 'Name of the machine' })
  readonly host!: string;

  @Text({ note: 'This process on its machine' })
  readonly serverId!: string;

  @EpochMs()
  readonly timestamp!: number;

  @ListOf(() => ServiceAnswer, { note: 'The parts again, where existing clients look for them' })
  readonly services!: readonly ServiceAnswer[];

  @OneOf(CONDITIONS, { note: '`degraded` while an application is stopped' })
  readonly apps!: Condition;

  @OneOf(CONDITIONS, {
    note: '`degraded` while the system behind an enabled adapter does not answer',
  })
  readonly adapters!: Condition;
}

export class MemoryAnswer implements MemoryUse {
  @Whole({ min: 0, note: 'All memory of the process that is in RAM, in bytes' })
  readonly residentBytes!: number;

  @Whole({ min: 0 })
  readonly heapUsedBytes!: number;

  @Whole({ min: 0 })
  readonly heapTotalBytes!: number;
}

export class HealthServerAnswer implements ServerFacts {
  @Text({ example: '2024.1', note: 'The release that packages are compared with' })
  readonly release!: string;

  @Text({ example: '0.1.0', note: 'Version of the platform' })
  readonly version!: string;

  @Text({ example: 'v20.20.2' })
  readonly nodeVersion!: string;

  @Instant()
  readonly startedAt!: string;

  @Whole({ min: 0 })
  readonly uptimeSeconds!: number;

  @Nested(() => MemoryAnswer)
  readonly memory!: MemoryAnswer;

  @Text({ example: 'x64' })
  readonly arch!: string;

  @Text({ example: 'linux' })
  readonly platform!: string;

  @MapOf('text', { note: 'Of Node.js and what it is made of' })
  readonly versions!: Readonly<Record<string, string>>;

  @Nested(() => MemoryUsageAnswer)
  readonly memoryUsage!: MemoryUsageAnswer;

  @Nested(() => CpuUsageAnswer)
  readonly cpuUsage!: CpuUsageAnswer;

  @Decimal({ note: 'Seconds since this process has started' })
  readonly uptime!: number;

  @Whole({ min: 1 })
  readonly pid!: number;

  @MapOf('text', { note: 'Declared versions of the packages that the platform is made of' })
  readonly dependencies!: Readonly<Record<string, string>>;
}
