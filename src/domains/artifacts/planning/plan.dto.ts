import { ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, OneOf, Text } from '../../../api/fields/values.js';
import { type PackageAction } from '../resolving/resolution.js';
import { DOCUMENT_ACTIONS, type DocumentAction } from './document-outcome.js';

const PACKAGE_ACTIONS = [
  'add',
  'upgrade',
  'downgrade',
  'reinstall',
  'keep',
  'remove',
] as const satisfies readonly PackageAction[];

/** What a change does to one package. */
export class ChangedPackage {
  @Text({ example: '@acme/interface-change' })
  readonly name!: string;

  @OneOf(PACKAGE_ACTIONS, { note: '`keep` stays as it is and is needed by one that changes' })
  readonly action!: PackageAction;

  @Text({ nullable: true, note: 'The installed version; null for one that is added' })
  readonly from!: string | null;

  @Text({ nullable: true, note: 'The version afterwards; null for one that is removed' })
  readonly to!: string | null;
}

/** Where the new version of a package comes from. */
export class PlannedOrigin {
  @Text({ nullable: true, note: 'Repository configuration; null for an uploaded package' })
  readonly config!: string | null;

  @Text({ nullable: true, note: 'Its place in the repository' })
  readonly ref!: string | null;

  @Text({ note: 'SHA-256 of the canonical JSON of its document, in hex' })
  readonly integrity!: string;

  @OneOf(['valid', 'invalid', 'missing', 'unchecked'], {
    note: 'What is known of its signature; `unchecked` where nobody named keys',
  })
  readonly signature!: 'valid' | 'invalid' | 'missing' | 'unchecked';
}

/** A package of the outcome that asks for another one. */
export class PlannedRequirement {
  @Text()
  readonly name!: string;

  @Text()
  readonly version!: string;

  @Text({ note: 'As the package writes it; empty for any version', example: '^1.0.0' })
  readonly range!: string;
}

/** What a change does to one document. */
export class PlannedDocumentChange {
  @Text({ example: 'workflow' })
  readonly type!: string;

  @Text({ example: 'Change an interface' })
  readonly name!: string;

  @OneOf(DOCUMENT_ACTIONS, {
    note: '`merged` holds what the package and what users changed, `adopted` and `kept` stay as users left them, `conflict` stops the change',
  })
  readonly action!: DocumentAction;

  @Flag({ note: 'Users changed it since its package brought it' })
  readonly userChanged!: boolean;

  @ListOf('text', {
    note: 'Places that both users and the new version changed, or where one that is to be adopted differs; at most 20',
  })
  readonly pointers!: readonly string[];

  @Text({
    nullable: true,
    note: 'Unified difference of the JSON, from what stands here to what will; of `kept` and `conflict`, to what the package brings. null where one of both is not there, or from 1 MiB of differences on',
  })
  readonly diff!: string | null;
}

/** A package of a plan. */
export class PlannedPackageChange extends ChangedPackage {
  @Flag({ note: 'The request names it; others come along' })
  readonly asked!: boolean;

  @Nested(() => PlannedOrigin, { nullable: true, note: 'Null for what is kept or removed' })
  readonly origin!: PlannedOrigin | null;

  @ListOf(() => PlannedRequirement, { note: 'The packages that need it afterwards' })
  readonly requiredBy!: readonly PlannedRequirement[];

  @ListOf(() => PlannedDocumentChange, { note: 'In the order of the package; then those that go' })
  readonly documents!: readonly PlannedDocumentChange[];
}

/** Why a change cannot be made. */
export class PlanProblemAnswer {
  @Text({ note: 'What applying it would be refused with', example: 'already-installed' })
  readonly code!: string;

  @Text()
  readonly detail!: string;

  @ListOf('text', { note: 'The reasoning, one sentence each' })
  readonly reasons!: readonly string[];
}

/** An application, adapter or package that does not run here. */
export class MissingDependency {
  @Text({ example: 'adapter-nso' })
  readonly dependency!: string;

  @Text({ note: 'Empty for any version' })
  readonly range!: string;

  @ListOf('text', { note: 'The packages to install that ask for it' })
  readonly requiredBy!: readonly string[];
}

/** One that runs here in a version that does not do. */
export class OutdatedDependency extends MissingDependency {
  @Text({ note: 'The version that runs here' })
  readonly running!: string;
}

/** Something that will not work in a document that is taken all the same. */
export class DocumentWarningAnswer {
  @Text({ example: 'workflow' })
  readonly type!: string;

  @Text({ example: 'Change an interface' })
  readonly name!: string;

  @Text({ example: "Refers to transformation 'Shape', which is not here" })
  readonly message!: string;
}

/** What a change of the installed packages would do. */
export class ChangePlanAnswer {
  @Text({
    note: 'SHA-256, in hex, of all that is decided and of what it was decided on; `options.plan` of the request that applies it',
  })
  readonly hash!: string;

  @Flag({ note: 'There are no problems' })
  readonly applicable!: boolean;

  @ListOf(() => PlannedPackageChange, {
    note: 'Removals first, dependents before what they need; then installs, dependencies first; then what is kept',
  })
  readonly packages!: readonly PlannedPackageChange[];

  @ListOf(() => PlanProblemAnswer)
  readonly problems!: readonly PlanProblemAnswer[];

  @ListOf(() => DocumentWarningAnswer, {
    note: 'What will not work in the documents that are written, judged as when they are saved; at most 500',
  })
  readonly warnings!: readonly DocumentWarningAnswer[];

  @ListOf(() => MissingDependency, { note: 'What is asked for and does not run here' })
  readonly missing!: readonly MissingDependency[];

  @ListOf(() => OutdatedDependency, { note: 'What runs here in a version that does not do' })
  readonly mismatching!: readonly OutdatedDependency[];

  @ListOf('text', {
    note: 'Downgrades, packages that lie in several repositories with which one is taken and why, why another version is taken than the catalogue shows, and what of the documents is not taken',
  })
  readonly notes!: readonly string[];
}
