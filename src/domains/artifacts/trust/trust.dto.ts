import { ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, Instant, OneOf, Text, Whole } from '../../../api/fields/values.js';

/** Where an installed package came from. */
export class VerifiedOrigin {
  @Text({ nullable: true, note: 'The repository configuration; null for an upload' })
  readonly config!: string | null;

  @Text({ nullable: true, note: 'Its place in the repository; null for an upload' })
  readonly ref!: string | null;
}

/** Whether what is kept of a package is what came in. */
export class VerifiedIntegrity {
  @Text({
    nullable: true,
    note: 'SHA-256 of the canonical JSON of what came in, in hex; null where it was not kept',
  })
  readonly recorded!: string | null;

  @OneOf(['intact', 'broken', 'unknown'], {
    note: 'unknown: what came in cannot be put together any more',
  })
  readonly state!: 'intact' | 'broken' | 'unknown';
}

/** The signature of a package, by the keys that are trusted now. */
export class VerifiedSignature {
  @OneOf(['valid', 'invalid', 'missing', 'unchecked', 'unknown'], {
    note: 'unchecked: no key is trusted; unknown: what was signed cannot be put together any more',
  })
  readonly state!: 'valid' | 'invalid' | 'missing' | 'unchecked' | 'unknown';

  @Text({ nullable: true, note: 'SHA-256 of the key that signed it, in hex' })
  readonly key!: string | null;
}

/** A document of a package, compared with what was installed. */
export class VerifiedDocument {
  @Text({ note: 'Bundle type' })
  readonly type!: string;

  @Text()
  readonly name!: string;

  @Text()
  readonly _id!: string;

  @OneOf(['unchanged', 'changed', 'missing'])
  readonly state!: 'unchanged' | 'changed' | 'missing';

  @ListOf('text', { note: 'JSON pointers to what differs, at most 20' })
  readonly pointers!: readonly string[];

  @Whole({ min: 0, note: 'How many places differ beyond those' })
  readonly more!: number;
}

/** Whether an installed package is what its author published, and what was changed since. */
export class VerifyArtifactAnswer {
  @Text()
  readonly name!: string;

  @Text()
  readonly version!: string;

  @Instant()
  readonly installed!: string;

  @Text({ note: 'Name of the account that installed it' })
  readonly installedBy!: string;

  @Nested(() => VerifiedOrigin, { nullable: true, note: 'null where it was not kept' })
  readonly origin!: VerifiedOrigin | null;

  @Nested(() => VerifiedIntegrity)
  readonly integrity!: VerifiedIntegrity;

  @Nested(() => VerifiedSignature)
  readonly signature!: VerifiedSignature;

  @Flag({ note: 'Every document is as it was installed, and the integrity is intact' })
  readonly unchanged!: boolean;

  @ListOf(() => VerifiedDocument)
  readonly documents!: readonly VerifiedDocument[];
}
