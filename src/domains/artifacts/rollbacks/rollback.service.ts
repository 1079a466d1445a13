import { Injectable } from '@nestjs/common';
import { assertRevision } from '../../../api/revision/stale-revision.js';
import { AppError, conflict, notFound } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { IdSource } from '../../../kernel/ids.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { type OperationProgress } from '../../../platform/tracking/operation-progress.js';
import { unmet } from '../artifacts.service.js';
import { CatalogueService } from '../offered/catalogue.service.js';
import { type InstallStatus } from '#cores/versions/install-status.js';
import { parseRange, rangeAllows } from '../../../cores/versions/version-range.js';
import { parseVersion } from '../../../cores/versions/version.js';
import { type OwnedRecord } from '../stored/bundle-documents.repository.js';
import { packageOf } from '../packages/package-content.js';
import { PackagesRepository } from '../stored/packages.repository.js';
import { type InstalledRecord, type PackageContent } from '../stored/stored-package.js';
import { packageRolledBack } from './audited-rollback.js';
import { PackageChangesService } from '../changes/package-changes.service.js';
import { type PackageSnapshot } from '../stored/package-snapshot.schema.js';
import { RollbackPlannerService } from './rollback-planner.service.js';

/** What a rollback may do. */
export interface RollbackOptions {
  /** Whether it may take away what users changed since the installed version came. */
  readonly userChanges: 'refuse' | 'discard';
  /** Go back although others need the newer version, or the older one what does not run here. */
  readonly force: boolean;
  /** The revision of the package that the caller has read; undefined for any. */
  readonly expectedRevision: number | undefined;
}

/** What a rollback has done. */
export interface Rollback {
  readonly packageId: string;
  readonly from: string;
  readonly to: string;
  /** Documents in which changes of users are gone. */
  readonly discarded: readonly OwnedRecord[];
}

const NAMED_MAX = 100;

/** Brings the version of a package back that was there before the installed one. */
@Injectable()
export class RollbackService {
  constructor(
    private readonly packages: PackagesRepository,
    private readonly planner: RollbackPlannerService,
    private readonly changes: PackageChangesService,
    private readonly catalogue: CatalogueService,
    private readonly ids: IdSource,
  ) {}

  /**
   * Restores the documents of the version before exactly as they stood, with what users had changed in
   * them by then.
   * @throws AppError `not-found`; `precondition-failed`; `conflict` with the codes `no-version-before`,
   *   `user-changes` (naming the documents), `has-dependents`, `not-installable`, `name-taken`, and as
   *   `PackageChangesService.alone` and `apply` do; `forbidden`, code `not-writable`, for documents that the
   *   caller may not change directly.
   */
  async rollBack(
    idOrName: string,
    options: RollbackOptions,
    principal: Principal,
    progress: OperationProgress,
  ): Promise<Rollback> {
    return this.changes.alone(async (apply) => {
      const record = await this.packages.find(idOrName);
      if (!record) throw notFound('Package', idOrName);
      assertRevision(record.revision, options.expectedRevision);
      const snapshot = await this.planner.versionBefore(record);
      if (!options.force) await this.assertFits(record, snapshot);
      const { planned, changedByUsers } = await this.planner.plan(record, snapshot, principal);
      if (options.userChanges === 'refuse') assertNotChanged(record, changedByUsers);
      const set = { installs: [planned], removals: [] };
      await apply(set, { id: this.ids.next(), planHash: null, progress });
      noteChange(packageRolledBack(record, snapshot.content, changedByUsers.length));
      const { version: to } = snapshot.content;
      return { packageId: record._id, from: record.version, to, discarded: changedByUsers };
    }, progress);
  }

  /** What is broken already is no reason to stay: only what the version before would break anew. */
  private async assertFits(record: InstalledRecord, { content }: PackageSnapshot): Promise<void> {
    const names = await this.dependentsThatLose(record, content.version);
    if (names.length > 0) {
      const named = names.map((name) => `'${name}'`).join(', ');
      throw conflict(
        `${named} need${names.length === 1 ? 's' : ''} a newer version of '${record.name}' than ${content.version}`,
        'has-dependents',
      );
    }
    if (wasForced(content)) return;
    const status = await this.catalogue.installStatusOf(packageOf(content.head));
    if (status.installable) return;
    const present = lackingIn(await this.catalogue.installStatusOf(packageOf(record.head)));
    if (lackingIn(status).every((name) => present.includes(name))) return;
    throw conflict(
      `Version ${content.version} of '${record.name}' ${unmet(status)}`,
      'not-installable',
    );
  }

  /** Packages whose range admits the installed version, and not the one before. */
  private async dependentsThatLose(
    { nameFolded, version: installed }: InstalledRecord,
    version: string,
  ): Promise<readonly string[]> {
    const [present, restored] = [parseVersion(installed), parseVersion(version)];
    const losing: string[] = [];
    const dependents = await this.packages.findDependents([nameFolded]);
    for (const { name } of dependents.toSorted((a, b) => (a.nameFolded < b.nameFolded ? -1 : 1))) {
      const dependent = await this.packages.findByName(name);
      if (!dependent || dependent.nameFolded === nameFolded) continue;
      const ranges = dependencyRanges(dependent, nameFolded).map(parseRange);
      if (ranges.some((one) => rangeAllows(one, present) && !rangeAllows(one, restored))) {
        losing.push(name);
      }
    }
    return losing;
  }
}

function lackingIn({
  missingDependencies,
  mismatchingDependencies,
}: InstallStatus): readonly string[] {
  const mismatching = Object.keys(mismatchingDependencies ?? {});
  return [...Object.keys(missingDependencies ?? {}), ...mismatching];
}

/** Went in whatever was missing here, and comes back so. Uploads of before that was kept did as well. */
function wasForced({ isForced, origin }: PackageContent): boolean {
  return isForced === true || origin?.config === null;
}

function dependencyRanges({ head }: InstalledRecord, nameFolded: string): readonly string[] {
  const { platformDependencies = {} } = packageOf(head);
  return Object.entries(platformDependencies)
    .filter(([name]) => foldText(name) === nameFolded)
    .map(([, range]) => range);
}

function assertNotChanged(
  { name, version }: InstalledRecord,
  changed: readonly OwnedRecord[],
): void {
  if (changed.length === 0) return;
  const documents = changed
    .slice(0, NAMED_MAX)
    .map(({ record }) => ({ type: record.type, name: record.name }));
  const named = documents.map((one) => `the ${one.type} '${one.name}'`).join(', ');
  const more = changed.length > NAMED_MAX ? ', and others' : '';
  throw new AppError(
    'conflict',
    `Users have changed documents of '${name}' since version ${version} was installed: ${named}${more}`,
    { code: 'user-changes', current: { documents } },
  );
}
