import { ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, Instant, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { ConnectionAnswer, ModuleHealth } from '../../../api/answers/module-health.dto.js';
import { ADAPTER_TYPE_NAMES, type AdapterType } from './adapter.js';
import { AdapterShown, HEALTH_STATES, type HealthState } from './adapters.dto.js';

/** A part of the adapters. */
export class ListAdaptersAnswer {
  @ListOf(() => AdapterShown)
  readonly results!: readonly AdapterShown[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** How an adapter does, and the system behind it. */
export class AdapterHealthShown extends ModuleHealth {
  @Text()
  readonly _id!: string;

  @Text({ note: 'The same as `id`' })
  readonly name!: string;

  @OneOf(['Adapter'])
  readonly type!: 'Adapter';

  @OneOf(ADAPTER_TYPE_NAMES, { note: 'What kind of system it talks to' })
  readonly model!: AdapterType;

  @Flag()
  readonly enabled!: boolean;

  @Nested(() => ConnectionAnswer, { note: 'OFFLINE unless the last look found the system' })
  readonly connection!: ConnectionAnswer;

  @OneOf(HEALTH_STATES, { note: 'What the last look found; unknown of a disabled one' })
  readonly health!: HealthState;

  @Text({ note: 'What the last look found, in words' })
  readonly detail!: string;

  @Instant({ nullable: true, note: 'When it was last looked at' })
  readonly checked!: string | null;

  @Instant({ nullable: true, note: 'Since when it is as it is' })
  readonly since!: string | null;

  @Whole({ min: 0, note: 'How often in a row a look did not pass' })
  readonly failures!: number;
}

/** How a part of the adapters does. */
export class ListAdapterHealthAnswer {
  @ListOf(() => AdapterHealthShown)
  readonly results!: readonly AdapterHealthShown[];

  @Whole({ min: 0 })
  readonly total!: number;
}
