import { ListOf, Nested } from '../../../api/fields/structures.js';
import { type RoleName } from '../../../kernel/principal.js';

const ENTRY_GROUPS = { maxItems: 100, note: 'Ids, or names of local groups' } as const;

/** Who is admitted: whoever holds one of the roles, or is in one of the groups. */
export class AdapterEntryWrite {
  @ListOf('role', { maxItems: 20, optional: true, example: ['engineering'] })
  readonly roles?: RoleName[];

  @ListOf('text', { ...ENTRY_GROUPS, optional: true })
  readonly groups?: string[];
}

const NOBODY_NAMED =
  'null for those who may call the operation that does the same (restQuery, restAction); administrators always may';

/** Who may use an adapter. */
export class AdapterAccessWrite {
  @Nested(() => AdapterEntryWrite, { optional: true, nullable: true, note: NOBODY_NAMED })
  readonly read?: AdapterEntryWrite | null;

  @Nested(() => AdapterEntryWrite, { optional: true, nullable: true, note: NOBODY_NAMED })
  readonly change?: AdapterEntryWrite | null;
}

/** Who is admitted. */
export class AdapterEntryShown {
  @ListOf('role')
  readonly roles!: RoleName[];

  @ListOf('text', { note: 'Ids' })
  readonly groups!: string[];
}

/** Who may use an adapter. */
export class AdapterAccessShown {
  @Nested(() => AdapterEntryShown, { nullable: true, note: NOBODY_NAMED })
  readonly read!: AdapterEntryShown | null;

  @Nested(() => AdapterEntryShown, { nullable: true, note: NOBODY_NAMED })
  readonly change!: AdapterEntryShown | null;
}
