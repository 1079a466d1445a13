import { ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, OneOf, Text } from '../../../api/fields/values.js';
import { InstalledArtifact } from '../artifacts.dto.js';

/** How a rollback is done. */
export class RollbackOptionsBody {
  @OneOf(['refuse', 'discard'], {
    optional: true,
    note: 'What becomes of changes that users made since the installed version came: the rollback is refused and names them (default), or they are lost',
  })
  readonly userChanges?: 'refuse' | 'discard';

  @Flag({
    optional: true,
    note: 'Go back although others need the newer version, or the older one what does not run here; for the latter not needed where that one was uploaded, or installed by force',
  })
  readonly force?: boolean;
}

/** Going back to the version before. */
export class RollbackRequest {
  @Nested(() => RollbackOptionsBody, { optional: true })
  readonly options?: RollbackOptionsBody;
}

/** A document in which changes of users are gone. */
export class DiscardedDocument {
  @Text({ example: 'workflow' })
  readonly type!: string;

  @Text({ example: 'Change an interface' })
  readonly name!: string;
}

/** What a rollback has done. */
export class RollbackAnswer {
  @OneOf(['OK'])
  readonly status!: 'OK';

  @Text({ example: "Package '@acme/ports' is back at 1.0.0, which came before 2.0.0." })
  readonly message!: string;

  @Nested(() => InstalledArtifact)
  readonly data!: InstalledArtifact;

  @ListOf(() => DiscardedDocument, { note: 'Documents in which changes of users are gone' })
  readonly discarded!: readonly DiscardedDocument[];
}
