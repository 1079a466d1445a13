import { ListOf, Nested } from '../../api/fields/structures.js';
import { Flag, OneOf, Release, Text } from '../../api/fields/values.js';
import { OfferedPackage, OfferedPage } from '#domains/artifacts/packages/package-document.dto.js';

const VERSION_STATUSES = ['latest', 'current'] as const;

/** Nothing that is searched is longer, and folding turns one character into up to eighteen. */
const SEARCHED = { max: 1024, optional: true } as const;

/** Options of operation 1 beside those of every list. */
export class ListPrebuiltsOptions {
  @Release({ optional: true, note: 'Release to look from instead of the running one' })
  readonly platform_version?: string;

  @Text({ ...SEARCHED, note: 'Looks in name, description, keywords and author' })
  readonly search?: string;

  @Text({ ...SEARCHED, note: 'Name of a repository configuration; all enabled when absent' })
  readonly config?: string;

  @OneOf(VERSION_STATUSES, {
    optional: true,
    note: 'latest: the newest of each; current: only those made for the release',
  })
  readonly versionStatus?: 'latest' | 'current';
}

/** How the release of a package relates to the running one. */
export class PrebuiltVersionStatus {
  @OneOf(VERSION_STATUSES)
  readonly status!: 'latest' | 'current';

  @Text({ note: 'The release that the package is made for' })
  readonly platform_version!: string;
}

/** A package of a repository, as operation 1 lists it. */
export class PrebuiltEntry extends OfferedPackage {
  @Nested(() => PrebuiltVersionStatus)
  readonly versionStatus!: PrebuiltVersionStatus;

  @Flag({ nullable: true, note: 'Null when the package is not installed' })
  readonly availableUpdate!: boolean | null;
}

/** A page of operation 1. */
export class PrebuiltsPage extends OfferedPage {
  @ListOf(() => PrebuiltEntry)
  readonly results!: readonly PrebuiltEntry[];
}

/** Answer of operation 1. */
export class ListPrebuiltsAnswer {
  @Nested(() => PrebuiltsPage)
  readonly results!: PrebuiltsPage;
}
