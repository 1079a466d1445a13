import { Injectable } from '@nestjs/common';
import { assertRevision } from '../../../api/revision/stale-revision.js';
import { conflict, notFound } from '../../../kernel/app-error.js';
import { IdSource } from '../../../kernel/ids.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { UNFOLLOWED } from '../../../platform/tracking/operation-progress.js';
import { type ChangeRun } from '../changes/package-change-set.js';
import { PackageChanges } from '../changes/package-changes.service.js';
import { packageRemoved, packageWritten } from './audited-package.js';
import { InstallPlannerService, type PackageToInstall } from './install-planner.service.js';
import { PackagesRepository } from './packages.repository.js';
import { type InstalledRecord } from './stored-package.js';

/** How an installation treats what is there. */
export interface InstallOptions {
  /** Replace an installed version; without it an installed package is a conflict. */
  readonly overwrite: boolean;
  /** The revision that the caller has read; undefined for any. */
  readonly expectedRevision?: number | undefined;
}

/** Changes the set of installed packages; one change at a time over all nodes. */
@Injectable()
export class InstallationsService {
  constructor(
    private readonly planner: InstallPlannerService,
    private readonly changes: PackageChanges,
    private readonly packages: PackagesRepository,
    private readonly ids: IdSource,
  ) {}

  /**
   * Installs a package and answers its id.
   * @throws AppError `conflict` when it is installed already, or one of its names is taken.
   */
  async install(
    request: Omit<PackageToInstall, 'replaces'>,
    options: InstallOptions,
  ): Promise<string> {
    return this.changes.alone(async (apply) => {
      const replaces = await this.packages.findByName(request.artifact.name);
      assertMayReplace(replaces, options);
      const planned = await this.planner.plan({ ...request, replaces });
      await apply({ installs: [planned], removals: [] }, this.unplanned());
      noteChange(packageWritten(planned, replaces, request.document));
      return planned.packageId;
    });
  }

  /**
   * Removes a package and its documents.
   * @throws AppError `not-found`; `conflict` when others depend on it; `precondition-failed`.
   */
  async uninstall(idOrName: string, expectedRevision: number | undefined): Promise<void> {
    await this.changes.alone(async (apply) => {
      const found = await this.packages.find(idOrName);
      if (!found) throw notFound('Package', idOrName);
      assertRevision(found.revision, expectedRevision);
      const dependents = await this.packages.findDependents(found.nameFolded);
      if (dependents.length > 0) {
        const names = dependents.map((name) => `'${name}'`).join(', ');
        throw conflict(`Package '${found.name}' is needed by ${names}`, 'has-dependents');
      }
      await apply({ installs: [], removals: [found] }, this.unplanned());
      noteChange(packageRemoved(found));
    });
  }

  /**
   * Ends what was begun before a crash.
   * @returns how many changes that were.
   */
  async recover(): Promise<number> {
    return this.changes.recover();
  }

  private unplanned(): ChangeRun {
    return { id: this.ids.next(), planHash: null, progress: UNFOLLOWED };
  }
}

function assertMayReplace(
  found: InstalledRecord | null,
  { overwrite, expectedRevision }: InstallOptions,
): void {
  if (!found) return;
  if (!overwrite) {
    throw conflict(
      `Package '${found.name}' is already installed in version ${found.version}`,
      'already-installed',
    );
  }
  assertRevision(found.revision, expectedRevision);
}
