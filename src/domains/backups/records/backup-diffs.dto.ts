import { ListOf, Nested } from '../../../api/fields/structures.js';
import { OneOf, Text, Whole } from '../../../api/fields/values.js';

/** How a difference is shown. */
export class DiffBackupsQuery {
  @OneOf(['unified', 'sideBySide'], { optional: true, note: '`unified` when absent' })
  readonly format?: 'unified' | 'sideBySide';

  @Whole({
    min: 0,
    max: 1000,
    optional: true,
    note: 'Equal lines around each change; 3 when absent',
  })
  readonly context?: number;
}

/** A line of one side. */
export class DiffLine {
  @Whole({ min: 1 })
  readonly number!: number;

  @Text()
  readonly text!: string;
}

/** One row of two texts side by side. */
export class DiffRow {
  @OneOf(['equal', 'changed', 'removed', 'added', 'folded'])
  readonly kind!: 'equal' | 'changed' | 'removed' | 'added' | 'folded';

  @Nested(() => DiffLine, { nullable: true })
  readonly left!: DiffLine | null;

  @Nested(() => DiffLine, { nullable: true })
  readonly right!: DiffLine | null;

  @Whole({ min: 1, optional: true, note: 'Of a folded row: how many equal lines are not shown' })
  readonly count?: number;
}

/** How many lines differ. */
export class DiffStats {
  @Whole({ min: 0 })
  readonly equal!: number;

  @Whole({ min: 0 })
  readonly added!: number;

  @Whole({ min: 0 })
  readonly removed!: number;

  @Whole({ min: 0 })
  readonly changed!: number;
}

/** How two backups differ. Secrets are masked on both sides. */
export class DiffBackupsAnswer {
  @Text({ note: 'Id of the backup on the left' })
  readonly before!: string;

  @Text({ note: 'Id of the backup on the right' })
  readonly after!: string;

  @Nested(() => DiffStats)
  readonly stats!: DiffStats;

  @Text({ optional: true, note: 'With `format=unified`; empty where nothing differs' })
  readonly unified?: string;

  @ListOf(() => DiffRow, { optional: true, note: 'With `format=sideBySide`' })
  readonly rows?: readonly DiffRow[];
}
