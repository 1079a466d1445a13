import { ListOf, MapOf, Nested } from '../../../api/fields/structures.js';
import { OneOf, Text } from '../../../api/fields/values.js';
import { ExportedPackage } from '../packages/package-document.dto.js';
import { PACKED_KINDS, type PackedKind } from '../packing/packed-document.js';
import { type Include, INCLUDES } from '../packing/packing-walk.js';

/** A document that a package is built of. */
export class DocumentToPack {
  @OneOf(PACKED_KINDS, { note: 'Its kind' })
  readonly type!: PackedKind;

  @Text({ min: 1, max: 1024, optional: true, note: 'Its name; this or _id', example: 'Onboard' })
  readonly name?: string;

  @Text({ min: 1, max: 1024, optional: true })
  readonly _id?: string;
}

/** What a package is to be built of, and what it says about itself. */
export class BuildArtifactRequest {
  @Text({ min: 1, max: 214, example: '@acme/onboarding' })
  readonly name!: string;

  @Text({ min: 1, max: 128, example: '1.0.0' })
  readonly version!: string;

  @Text({ max: 16_384, optional: true })
  readonly description?: string;

  @Text({ max: 1024, optional: true })
  readonly author?: string;

  @Text({ max: 1024, optional: true, example: 'Apache-2.0' })
  readonly license?: string;

  @ListOf('text', { optional: true, maxItems: 256, itemMax: 256 })
  readonly keywords?: readonly string[];

  @MapOf('text', {
    optional: true,
    note: 'Range by name of the packages and applications it needs',
  })
  readonly platformDependencies?: Readonly<Record<string, string>>;

  @ListOf(() => DocumentToPack, { maxItems: 1000 })
  readonly documents!: readonly DocumentToPack[];

  @OneOf(INCLUDES, {
    optional: true,
    note: 'Whether all that the documents refer to comes along (default), or they alone',
  })
  readonly include?: Include;
}

/** Something to know of a document of a package. */
export class BuildWarning {
  @OneOf(PACKED_KINDS)
  readonly type!: PackedKind;

  @Text()
  readonly name!: string;

  @Text()
  readonly message!: string;
}

/** A package that was built. */
export class BuildArtifactAnswer {
  @Nested(() => ExportedPackage, { note: 'What artifact.json holds' })
  readonly artifact!: ExportedPackage;

  @Text({ note: 'SHA-256 of the canonical JSON of the artifact, in hex' })
  readonly integrity!: string;

  @ListOf(() => BuildWarning, { note: 'References that lead nowhere, and secrets left out' })
  readonly warnings!: readonly BuildWarning[];
}
