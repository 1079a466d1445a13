import { Injectable } from '@nestjs/common';
import { invalidInput } from '../../kernel/app-error.js';
import { IdSource } from '../../kernel/ids.js';
import { invariant } from '../../kernel/invariant.js';
import { type Principal } from '../../kernel/principal.js';
import { noteChange } from '../../platform/audit/request-notes.js';
import { type OperationProgress, UNFOLLOWED } from '../../platform/tracking/operation-progress.js';
import { type InstallStatus } from '../../cores/versions/install-status.js';
import { CatalogueService } from './offered/catalogue.service.js';
import { PackageChangesService } from './changes/package-changes.service.js';
import { packageRemoved, packageWritten } from './packages/audited-package.js';
import { type InstalledPackage, PackagesService } from './packages/packages.service.js';
import {
  type ChangeRequest,
  type PackageSource,
  readUploaded,
  removalOf,
  type UploadedPackage,
  uploadOf,
  type UploadOptions,
} from './planning/change-request.js';
import { type ChangePlan } from './planning/change-plan.js';
import { ChangePlannerService } from './planning/change-planner.service.js';
import { planChanged, refusalOf } from './planning/plan-problems.js';

/** What came of an installation. */
export interface Installation {
  readonly installed: InstalledPackage;
  /** What the package asks for and does not find here. */
  readonly installStatus: InstallStatus;
  /** What was done. */
  readonly plan: ChangePlan;
}

/** What came of a change. */
export interface PackageChange {
  readonly plan: ChangePlan;
  /** The package that was asked for; null where packages were only removed. */
  readonly installation: Installation | null;
}

/** How a change is carried out. */
export interface ChangeManner {
  /** Hash of the plan that the caller has seen; undefined for whatever comes of it now. */
  readonly planHash?: string | undefined;
  readonly progress: OperationProgress;
}

/** Plans changes of the installed packages, and carries them out. */
@Injectable()
export class ArtifactsService {
  constructor(
    private readonly planner: ChangePlannerService,
    private readonly changes: PackageChangesService,
    private readonly catalogue: CatalogueService,
    private readonly packages: PackagesService,
    private readonly ids: IdSource,
  ) {}

  /**
   * What a change would do, and what stands in its way.
   * @throws AppError as `ChangePlannerService.plan` does; `invalid-input` for what is no package.
   */
  async plan(request: ChangeRequest, principal: Principal): Promise<ChangePlan> {
    assertSound(request.install);
    return this.planner.plan(request, principal);
  }

  /**
   * Makes a plan and carries it out, all of it or nothing.
   * @throws AppError as `plan` does; `conflict` for the first problem of the plan, with all of them, and
   *   with `plan-changed` when it is not the plan that the caller has seen.
   */
  async change(
    request: ChangeRequest,
    principal: Principal,
    { planHash, progress }: ChangeManner = { progress: UNFOLLOWED },
  ): Promise<PackageChange> {
    assertSound(request.install);
    const plan = await this.changes.alone(async (apply) => {
      const made = await this.planner.plan(request, principal);
      if (planHash !== undefined && planHash !== made.hash) throw planChanged(made);
      const refusal = refusalOf(made);
      if (refusal) throw refusal;
      const set = {
        installs: made.installs.map(({ planned }) => planned),
        removals: made.removals,
      };
      await apply(set, { id: this.ids.next(), planHash: made.hash, progress });
      note(made);
      return made;
    }, progress);
    return { plan, installation: await this.installationOf(plan) };
  }

  /**
   * Installs a package that a caller brings along, and nothing else. What it asks for need not run
   * here: its documents are moved in, and the answer says what is missing (docs/catalogue.md). What users
   * changed in an installed version gives way; a rollback brings it back.
   * @throws AppError as `change` does.
   */
  async installUploaded(
    uploaded: UploadedPackage,
    options: UploadOptions,
    principal: Principal,
  ): Promise<Installation> {
    const { installation } = await this.change(uploadOf(uploaded, options), principal);
    invariant(installation, 'what was sent was installed');
    return installation;
  }

  /**
   * Replaces an installed package by another version of it.
   * @throws AppError as `installUploaded` does; `not-found`; `precondition-failed`
   */
  async replace(
    idOrName: string,
    uploaded: UploadedPackage,
    expectedRevision: number | undefined,
    principal: Principal,
  ): Promise<Installation> {
    const present = await this.packages.get(idOrName);
    const { name } = readUploaded(uploaded);
    if (name !== present.artifact.name) {
      const pointer = `${uploaded.pointer}/metadata/name`;
      throw invalidInput([{ pointer, detail: `must be '${present.artifact.name}'` }]);
    }
    return this.installUploaded(uploaded, { overwrite: true, expectedRevision }, principal);
  }

  /** @throws AppError `not-found`, `conflict` when others depend on it, `precondition-failed`, `forbidden` */
  async uninstall(
    idOrName: string,
    expectedRevision: number | undefined,
    principal: Principal,
  ): Promise<void> {
    await this.change({ ...removalOf([idOrName], false), expectedRevision }, principal);
  }

  private async installationOf(plan: ChangePlan): Promise<Installation | null> {
    const asked = plan.packages.find(({ isAsked, to }) => isAsked && to !== null);
    if (!asked) return null;
    const installed = await this.packages.get(asked.name);
    const installStatus = await this.catalogue.installStatusOf(installed.artifact);
    return { installed, installStatus, plan };
  }
}

/** What stands in the way of a package, as one sentence without its subject. */
export function unmet({ missingDependencies, mismatchingDependencies }: InstallStatus): string {
  const missing = Object.entries(missingDependencies ?? {}).map(([name, required]) =>
    required === '' ? name : `${name} ${required}`,
  );
  const older = Object.entries(mismatchingDependencies ?? {}).map(
    ([name, { required, running }]) => `${name} ${required} (${running} runs here)`,
  );
  return `needs what does not run here: ${[...missing, ...older].join(', ')}`;
}

function assertSound(install: PackageSource | null): void {
  if (install?.kind === 'uploaded') readUploaded(install.uploaded);
}

function note({ installs, removals }: ChangePlan): void {
  for (const record of removals) noteChange(packageRemoved(record));
  for (const { planned, replaced, document } of installs) {
    noteChange(packageWritten(planned, replaced, document));
  }
}
