import { FreeObject, ListOf, MapOf, Nested } from '../../../api/fields/structures.js';
import { Flag, Instant, Text, Whole } from '../../../api/fields/values.js';
import { OpenShape } from '../../../api/shapes/open-shape.decorator.js';
import { type JsonObject } from '../../../kernel/json.js';

/** Where the source of a package lies: `type`, `hostname` and `path`, or `type` and `url`. */
@OpenShape()
export class PackageRepository {
  @Text({ optional: true })
  readonly type?: string;

  @Text({ optional: true })
  readonly hostname?: string;

  @Text({ optional: true })
  readonly path?: string;

  @Text({ optional: true })
  readonly url?: string;
}

/** What a package says about itself. */
@OpenShape()
export class PackageMetadata {
  @Text()
  readonly name!: string;

  @Text()
  readonly version!: string;

  @Text({ optional: true })
  readonly description?: string;

  @Text({ optional: true })
  readonly author?: string;

  @Text({ optional: true })
  readonly license?: string;

  @Nested(() => PackageRepository, { optional: true })
  readonly repository?: PackageRepository;

  @ListOf('text', { optional: true })
  readonly keywords?: readonly string[];

  @Whole({ min: 1, optional: true })
  readonly registryId?: number;
}

/** One document of a package, as its manifest names it. */
@OpenShape()
export class PackageManifestArtifact {
  @Text({ optional: true })
  readonly id?: string;

  @Text({ optional: true })
  readonly name?: string;

  @Text({ optional: true })
  readonly type?: string;

  @Text({ optional: true, note: 'A file path inside the package' })
  readonly location?: string;
}

/** The manifest of a package. */
@OpenShape()
export class PackageManifest {
  @Text({ optional: true })
  readonly bundleName?: string;

  @ListOf(() => PackageManifestArtifact, { optional: true })
  readonly artifacts?: readonly PackageManifestArtifact[];

  @Text({ optional: true })
  readonly fingerprint?: string;

  @Text({ optional: true, note: 'Milliseconds since 1970, as text' })
  readonly createdEpoch?: string;
}

/** One document of a package, kept verbatim. */
@OpenShape()
export class PackageBundle {
  @Text()
  readonly type!: string;

  @FreeObject({ note: 'The document, as it came' })
  readonly data!: JsonObject;
}

/** A whole package document, kept verbatim but for the words of the interface. */
@OpenShape()
export class PackageDocument {
  @Nested(() => PackageMetadata)
  readonly metadata!: PackageMetadata;

  @Nested(() => PackageManifest)
  readonly manifest!: PackageManifest;

  @ListOf(() => PackageBundle)
  readonly bundles!: readonly PackageBundle[];

  @Text({ optional: true })
  readonly readme?: string;
}

/** A package document in the dialect it came in. */
@OpenShape()
export class ExportedPackage {
  @FreeObject()
  readonly metadata!: JsonObject;

  @FreeObject()
  readonly manifest!: JsonObject;

  @ListOf(() => PackageBundle)
  readonly bundles!: readonly PackageBundle[];
}

/** A dependency that runs in an older version than is required. */
export class MismatchingDependency {
  @Text()
  readonly required!: string;

  @Text()
  readonly running!: string;
}

/** Whether a package can be installed here, and what stands in the way. */
export class PackageInstallStatus {
  @Flag()
  readonly installable!: boolean;

  @MapOf('text', { nullable: true, note: 'Required version by name of what does not run here' })
  readonly missingDependencies!: Readonly<Record<string, string>> | null;

  @MapOf(() => MismatchingDependency, { nullable: true, note: 'What runs in an older version' })
  readonly mismatchingDependencies!: Readonly<Record<string, MismatchingDependency>> | null;
}

/** What is wrong with a repository, or with one package in it. */
export class RepositoryWarning {
  @Text({ note: 'Name of the repository configuration' })
  readonly config!: string;

  @Text({ optional: true, note: 'Place of the broken package in its repository' })
  readonly package?: string;

  @Text()
  readonly message!: string;
}

/** What every list tells of a package. */
export class DescribedPackage {
  @Text()
  readonly name!: string;

  @Text()
  readonly version!: string;

  @Text()
  readonly description!: string;

  @Text()
  readonly author!: string;

  @Text()
  readonly license!: string;

  @ListOf('text')
  readonly keywords!: readonly string[];

  @Nested(() => PackageRepository, { optional: true })
  readonly repository?: PackageRepository;

  @MapOf('text', { optional: true, note: 'Present when the package declares them' })
  readonly platformDependencies?: Readonly<Record<string, string>>;

  @Text()
  readonly readme!: string;
}

/** What operations 1 and 2 both tell of a package that a repository offers. */
export class OfferedPackage extends DescribedPackage {
  @Nested(() => PackageInstallStatus)
  readonly installStatus!: PackageInstallStatus;

  @Instant({ optional: true })
  readonly published?: string;

  @Nested(() => PackageDocument)
  readonly download!: PackageDocument;
}

/** What every page of offered packages says beside them. */
export class OfferedPage {
  @Whole({ min: 0 })
  readonly total!: number;

  @Whole({ min: 1 })
  readonly page!: number;

  @Whole({ min: 0 })
  readonly 'total-pages'!: number;

  @ListOf(() => RepositoryWarning, { note: 'Repositories and packages that could not be read' })
  readonly warnings!: readonly RepositoryWarning[];
}
