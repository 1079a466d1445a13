import { FreeObject, ListOf, Nested } from '../../api/fields/structures.js';
import { Flag, Instant, OneOf, Release, Text, Whole } from '../../api/fields/values.js';
import { type JsonObject } from '../../kernel/json.js';
import { VERSION_STATUSES, type VersionStatus } from '../../cores/versions/version-status.js';
import { USER_CHANGES, type UserChanges } from './planning/document-outcome.js';
import { ChangedPackage, DocumentWarningAnswer } from './planning/plan.dto.js';
import {
  DescribedPackage,
  OfferedPackage,
  PackageInstallStatus,
  PackageManifest,
  OfferedPage,
} from './packages/package-document.dto.js';

/** Nothing that is searched is longer, and folding turns one character into up to eighteen. */
const SEARCHED = { max: 1024, optional: true } as const;

/** Options of operation 2 beside those of every list. */
export class AvailableArtifactsOptions {
  @Release({
    optional: true,
    note: 'Release to look from instead of the running one',
  })
  readonly platformVersion?: string;

  @Text({
    ...SEARCHED,
    note: 'Looks in name, description, keywords and author',
  })
  readonly search?: string;
}

/** How the release of a package relates to the running one. */
export class ArtifactVersionStatus {
  @OneOf(VERSION_STATUSES)
  readonly status!: VersionStatus;

  @Text({ note: 'The release that the package is made for' })
  readonly platformVersion!: string;
}

/** A package of a repository, as operation 2 lists it. */
export class AvailableArtifact extends OfferedPackage {
  @Whole({ min: 1, note: 'Id of the package in its registry' })
  readonly id!: number;

  @Nested(() => ArtifactVersionStatus)
  readonly versionStatus!: ArtifactVersionStatus;

  @Flag({ note: 'The repository has a newer version than the installed one' })
  readonly availableUpdate!: boolean;
}

/** Answer of operation 2. */
export class ListAvailableArtifactsAnswer extends OfferedPage {
  @ListOf(() => AvailableArtifact)
  readonly packages!: readonly AvailableArtifact[];
}

/** A document of an installed package. */
export class InstalledComponent {
  @Text()
  readonly id!: string;

  @Text()
  readonly name!: string;

  @Text()
  readonly type!: string;
}

/** An installed package. */
export class InstalledArtifact extends DescribedPackage {
  @Text()
  readonly _id!: string;

  @ListOf(() => InstalledComponent)
  readonly components!: readonly InstalledComponent[];

  @Nested(() => PackageManifest)
  readonly manifest!: PackageManifest;

  @Instant()
  readonly installed!: string;

  @Text({ note: 'Name of the account that installed it' })
  readonly installedBy!: string;
}

/** Answer of operation 3. */
export class ListInstalledArtifactsAnswer {
  @ListOf(() => InstalledArtifact)
  readonly packages!: readonly InstalledArtifact[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** How packages are changed. */
export class ChangeArtifactsOptions {
  @Flag({ optional: true, note: 'Replace an installed version of the package' })
  readonly overwrite?: boolean;

  @Flag({
    optional: true,
    note: 'Install although it asks for what does not run here, or no versions go together (what is uploaded is installed anyway); remove with it what needs what is removed',
  })
  readonly force?: boolean;

  @OneOf(USER_CHANGES, {
    optional: true,
    note: 'What users changed in documents that a new version replaces: brought together with it, refused where both changed the same place (`merge`, the default); the same, but users have their way there (`keep`); or lost (`overwrite`)',
  })
  readonly userChanges?: UserChanges;

  @Flag({
    optional: true,
    note: 'Take over documents of users (not automations) that have the names of those in the package. Where they differ, `userChanges` decides: the plan shows the differences and is refused (`merge`, the default), what is here stays (`keep`), or what the package brings takes its place (`overwrite`)',
  })
  readonly adopt?: boolean;
}

/** How packages are changed, and after which plan. */
export class InstallArtifactOptions extends ChangeArtifactsOptions {
  @Text({
    optional: true,
    pattern: /^[0-9a-f]{64}$/,
    note: 'Hash of the plan to apply; refused (409, `plan-changed`) when it would be another one by now',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  readonly plan?: string;
}

/** A package of a repository by its name, a package document of the caller, or packages to remove. */
class RequestedPackages {
  @Text({
    ...SEARCHED,
    note: 'Repository configuration to take it from; all when absent',
  })
  readonly config?: string;

  @Text({ ...SEARCHED, min: 1, example: '@acme/interface-change' })
  readonly name?: string;

  @Text({ ...SEARCHED, min: 1, note: 'What operation 1 shows when absent' })
  readonly version?: string;

  @FreeObject({
    optional: true,
    note: 'A package document (artifact.json), instead of a name',
  })
  readonly artifact?: JsonObject;

  @Text({
    ...SEARCHED,
    min: 1,
    note: 'Detached Ed25519 signature of `artifact`, in base64',
  })
  readonly signature?: string;

  @ListOf('text', {
    optional: true,
    maxItems: 100,
    itemMax: 1024,
    note: 'Names or _ids of installed packages to remove, instead of installing one',
  })
  readonly remove?: readonly string[];
}

/** A change of packages to look at. */
export class PlanArtifactRequest extends RequestedPackages {
  @Nested(() => ChangeArtifactsOptions, { optional: true })
  readonly options?: ChangeArtifactsOptions;
}

/** A change of packages to apply. */
export class InstallArtifactRequest extends RequestedPackages {
  @Nested(() => InstallArtifactOptions, { optional: true })
  readonly options?: InstallArtifactOptions;
}

/** How a package is removed. */
export class UninstallArtifactQuery {
  @Flag({
    optional: true,
    note: 'Remove with it what needs it, dependents first',
  })
  readonly force?: boolean;

  @Text({
    optional: true,
    pattern: /^[0-9a-f]{64}$/,
    note: 'Hash of the plan to apply; another one by now is refused (409, `plan-changed`)',
  })
  readonly plan?: string;
}

/** What was installed or removed. */
export class InstallationAnswer {
  @OneOf(['OK'])
  readonly status!: 'OK';

  @Text({
    note: 'Says also what the package asks for and does not find here, and what the plan notes',
  })
  readonly message!: string;

  @ListOf(() => ChangedPackage, {
    note: 'What was done, dependencies that came along included',
  })
  readonly packages!: readonly ChangedPackage[];

  @ListOf(() => DocumentWarningAnswer, {
    note: 'What will not work in the documents that were written; at most 500',
  })
  readonly warnings!: readonly DocumentWarningAnswer[];

  @Nested(() => InstalledArtifact, {
    optional: true,
    note: 'Absent where packages were removed',
  })
  readonly data?: InstalledArtifact;

  @Nested(() => PackageInstallStatus, {
    optional: true,
    note: 'Absent where packages were removed',
  })
  readonly installStatus?: PackageInstallStatus;
}

/** Options of an export. */
export class ExportQuery {
  @OneOf(['original', 'interface'], {
    optional: true,
    note: 'The words the package came with (default), or those of the interface',
  })
  readonly dialect?: 'original' | 'interface';
}
