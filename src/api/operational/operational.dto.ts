import { Flag, Instant, OneOf, Text, Whole } from '../fields/values.js';
import { ListOf, Nested } from '../fields/structures.js';
import {
  PART_STATES,
  type PartHealth,
  type PartState,
  type PlatformHealth,
  type Readiness,
  type MemoryUse,
  type ServerFacts,
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

export class HealthStatusAnswer implements PlatformHealth {
  @OneOf(PART_STATES)
  readonly status!: PartState;

  @Flag({ note: 'The server finishes its requests and takes no new ones' })
  readonly stopping!: boolean;

  @ListOf(() => PartAnswer)
  readonly parts!: readonly PartAnswer[];
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
}
