import { ListOf, MapOf, Nested } from '../fields/structures.js';
import { Decimal, Flag, Text, Whole } from '../fields/values.js';

/** Time that a processor has spent, in milliseconds. */
export class CpuTimesAnswer {
  @Whole({ min: 0 })
  readonly user!: number;

  @Whole({ min: 0 })
  readonly nice!: number;

  @Whole({ min: 0 })
  readonly sys!: number;

  @Whole({ min: 0 })
  readonly idle!: number;

  @Whole({ min: 0 })
  readonly irq!: number;
}

export class CpuAnswer {
  @Text()
  readonly model!: string;

  @Whole({ min: 0, note: 'In MHz' })
  readonly speed!: number;

  @Nested(() => CpuTimesAnswer)
  readonly times!: CpuTimesAnswer;
}

/** The machine that the server runs on. */
export class HealthSystemAnswer {
  @Text({ example: 'x64' })
  readonly arch!: string;

  @Text({ note: 'Release of the operating system' })
  readonly release!: string;

  @Decimal({ note: 'Seconds since the machine has started' })
  readonly uptime!: number;

  @Whole({ min: 0, note: 'In bytes' })
  readonly freemem!: number;

  @Whole({ min: 0, note: 'In bytes' })
  readonly totalmem!: number;

  @ListOf('free', { note: 'Over one, five and fifteen minutes' })
  readonly loadavg!: readonly number[];

  @ListOf(() => CpuAnswer)
  readonly cpus!: readonly CpuAnswer[];
}

/** The settings of a server. */
export class ServerConfigAnswer {
  @MapOf('text', { note: 'By the name of the variable; `<SECRET>` for what nobody may read' })
  readonly settings!: Readonly<Record<string, string>>;
}

/** The indexes of a collection. */
export class CollectionIndexesAnswer {
  @Text()
  readonly collection!: string;

  @Whole({ min: 0, note: 'How many the platform declares' })
  readonly declared!: number;

  @ListOf('text', { note: 'The keys of those that the database lacks, as JSON' })
  readonly missing!: readonly string[];
}

/** Which collections are looked at. */
export class IndexStatusQuery {
  @ListOf('text', { optional: true, maxItems: 100, itemMax: 128, note: 'All when absent' })
  readonly collections?: readonly string[];
}

/** Whether the indexes are there. */
export class IndexStatusAnswer {
  @Flag({ note: 'No index is missing' })
  readonly complete!: boolean;

  @ListOf(() => CollectionIndexesAnswer)
  readonly collections!: readonly CollectionIndexesAnswer[];
}
