import { Injectable } from '@nestjs/common';
import { assertRevision } from '../../../api/revision/stale-revision.js';
import { AppError, conflict, notFound } from '../../../kernel/app-error.js';
import { IdSource } from '../../../kernel/ids.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { LockBusyError } from '../../../platform/database/lock-busy-error.js';
import { LocksRepository } from '../locks/locks.repository.js';
import { packageRemoved, packageWritten } from './audited-package.js';
import { InstallPlannerService, type PackageToInstall } from './install-planner.service.js';
import { PackageInstallerService } from './package-installer.service.js';
import { PackagesRepository } from './packages.repository.js';
import { type InstalledRecord } from './stored-package.js';

/** How an installation treats what is there. */
export interface InstallOptions {
  /** Replace an installed version; without it an installed package is a conflict. */
  readonly overwrite: boolean;
  /** The revision that the caller has read; undefined for any. */
  readonly expectedRevision?: number | undefined;
}

const WAIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

/** Changes the set of installed packages; one change at a time over all nodes. */
@Injectable()
export class InstallationsService {
  constructor(
    private readonly planner: InstallPlannerService,
    private readonly installer: PackageInstallerService,
    private readonly packages: PackagesRepository,
    private readonly locks: LocksRepository,
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
    return this.alone(async () => {
      const replaces = await this.packages.findByName(request.artifact.name);
      assertMayReplace(replaces, options);
      const planned = await this.planner.plan({ ...request, replaces });
      await this.installer.write(planned, this.ids.next());
      noteChange(packageWritten(planned, replaces, request.document));
      return planned.packageId;
    });
  }

  /**
   * Removes a package and its documents.
   * @throws AppError `not-found`; `conflict` when others depend on it; `precondition-failed`.
   */
  async uninstall(idOrName: string, expectedRevision: number | undefined): Promise<void> {
    await this.alone(async () => {
      const found = await this.packages.find(idOrName);
      if (!found) throw notFound('Package', idOrName);
      assertRevision(found.revision, expectedRevision);
      const dependents = await this.packages.findDependents(found.nameFolded);
      if (dependents.length > 0) {
        const names = dependents.map((name) => `'${name}'`).join(', ');
        throw conflict(`Package '${found.name}' is needed by ${names}`, 'has-dependents');
      }
      await this.installer.remove(found, this.ids.next());
      noteChange(packageRemoved(found));
    });
  }

  /**
   * Ends what was begun before a crash. A node that holds the lock is at work and needs no help.
   * @returns how many operations that were.
   */
  async recover(): Promise<number> {
    try {
      return await this.locks.hold('packages', 0, () => this.installer.recover());
    } catch (error) {
      if (error instanceof LockBusyError) return 0;
      throw error;
    }
  }

  private async alone<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.locks.hold('packages', WAIT_MS, async () => {
        // Whoever holds the lock finds no operation under way, only those that nobody will end.
        await this.installer.endUnfinished();
        return work();
      });
    } catch (error) {
      if (!(error instanceof LockBusyError)) throw error;
      throw new AppError('conflict', 'Another package is being installed or removed; try again', {
        code: 'packages-busy',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        cause: error,
      });
    }
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
