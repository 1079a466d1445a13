import { Injectable } from '@nestjs/common';
import { assertRevision } from '../../../api/revision/stale-revision.js';
import { AppError } from '../../../kernel/app-error.js';
import { invariant } from '../../../kernel/invariant.js';
import { type Principal } from '../../../kernel/principal.js';
import { InstallPlannerService } from './install-planner.service.js';
import { namedBundles } from '../packages/named-bundles.js';
import { type PlannedPackage } from '../packages/package-installer.service.js';
import { PackagesRepository } from '../stored/packages.repository.js';
import { type InstalledRecord } from '../stored/stored-package.js';
import { PackageResolverService } from '../resolving/package-resolver.service.js';
import { type Resolution, type ResolvedPackage } from '../resolving/resolution.js';
import { assertTrusted } from '#domains/catalogue/trust/package-trust.js';
import {
  type ChangePlan,
  type DocumentWarning,
  type PackagePlan,
  planHash,
  type PlannedInstall,
  type PlanProblem,
} from './change-plan.js';
import { type ChangeRequest, packageRequest } from './change-request.js';
import { OwnedDocumentsRepository } from './owned-documents.repository.js';
import { removedDocuments } from './outcomes.js';
import { PackageDocumentsService, type SourcedPackage } from './package-documents.service.js';
import { differences, installedAlready, namesMet, userConflicts } from './plan-problems.js';

/** One package of a plan in the making. */
interface Part {
  readonly resolved: ResolvedPackage;
  readonly plan: PackagePlan;
  readonly install?: PlannedInstall;
  readonly removed?: InstalledRecord;
  readonly problems: readonly PlanProblem[];
  /** What of its documents is not taken. */
  readonly notes?: readonly string[];
}

/**
 * Finds out what a change of the installed packages would do: to packages, by the resolver, and to
 * each of their documents. A plan is a function of the world; nothing is written for it (ADR 0175).
 */
@Injectable()
export class ChangePlannerService {
  constructor(
    private readonly resolver: PackageResolverService,
    private readonly packageDocuments: PackageDocumentsService,
    private readonly packages: PackagesRepository,
    private readonly owned: OwnedDocumentsRepository,
    private readonly installs: InstallPlannerService,
  ) {}

  /**
   * @param principal by whom packages are changed.
   * @throws AppError `forbidden`, code `not-writable`, for documents that he may not change directly;
   *   `not-found` for a package, version or configuration that does not exist;
   *   `invalid-input`; `document-too-large`; `precondition-failed` for another revision;
   *   `upstream-failed` when no repository can be read.
   */
  async plan(request: ChangeRequest, principal: Principal): Promise<ChangePlan> {
    const { install } = request;
    if (install?.kind === 'named') await this.packageDocuments.assertReadable(install.named.config);
    const resolution = await this.resolver.resolve(packageRequest(request));
    const parts: Part[] = [];
    for (const resolved of resolution.packages) {
      parts.push(await this.part(resolved, request, principal));
    }
    const warnings = await this.installs.warningsOf(plannedIn(parts));
    return toPlan(resolution, parts, warnings.filter(isOfOneOf(parts)));
  }

  private async part(
    resolved: ResolvedPackage,
    request: ChangeRequest,
    principal: Principal,
  ): Promise<Part> {
    const { action, installed } = resolved;
    if (action === 'keep')
      return { resolved, plan: toPackagePlan(resolved, null, []), problems: [] };
    const record = installed && (await this.packages.find(installed.id));
    if (record && resolved.isAsked) assertRevision(record.revision, request.expectedRevision);
    return action === 'remove'
      ? this.removal(resolved, record, principal)
      : this.installation({ resolved, record, request, principal });
  }

  private async removal(
    resolved: ResolvedPackage,
    record: InstalledRecord | null,
    principal: Principal,
  ): Promise<Part> {
    invariant(record !== null, 'packages change only in one place at a time');
    const owned = await this.owned.ofPackage(record._id);
    await this.installs.assertMayChange(owned, principal);
    const documents = removedDocuments(owned);
    const plan = toPackagePlan(resolved, null, documents);
    return { resolved, plan, removed: record, problems: [] };
  }

  private async installation({
    resolved,
    record,
    request: { install, overwrite, userChanges, adopt, force: isForced },
    principal,
  }: {
    readonly resolved: ResolvedPackage;
    readonly record: InstalledRecord | null;
    readonly request: ChangeRequest;
    readonly principal: Principal;
  }): Promise<Part> {
    const uploaded = install?.kind === 'uploaded' ? install.uploaded : undefined;
    const source = await this.packageDocuments.find(resolved, uploaded);
    const { document, artifact, origin } = source;
    const adoptable = adopt ? namedBundles(artifact).map(({ named }) => named) : [];
    const owned = [
      ...(record ? await this.owned.ofPackage(record._id) : []),
      ...(await this.owned.adoptable(adoptable)),
    ];
    const draft = await this.installs.draft({
      document,
      artifact,
      origin,
      replaces: record,
      principal,
      owned,
      userChanges,
      isForced,
    });
    const plan = toPackagePlan(resolved, origin, draft.documents);
    const problems = [
      ...(resolved.isAsked && record && !overwrite ? [installedAlready(record)] : []),
      ...untrusted(source),
      ...draft.problems,
      ...userConflicts(plan),
      ...differences(plan),
    ];
    const planned = { planned: draft.planned, replaced: record, document };
    return { resolved, plan, install: planned, problems, notes: draft.notes };
  }
}

function untrusted({ artifact, origin, trust }: SourcedPackage): readonly PlanProblem[] {
  try {
    assertTrusted(origin.signature, trust, `Package '${artifact.name}'`);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [{ code: error.code, detail: error.detail, reasons: [] }];
  }
}

function toPackagePlan(
  { name, action, from, to, isAsked, requiredBy }: ResolvedPackage,
  origin: PackagePlan['origin'],
  documents: PackagePlan['documents'],
): PackagePlan {
  return { name, action, from, to, isAsked, origin, requiredBy, documents };
}

function plannedIn(parts: readonly Part[]): readonly PlannedPackage[] {
  return parts.flatMap(({ install }) => install?.planned ?? []);
}

/** Tells warnings of documents that the caller is shown. */
function isOfOneOf(parts: readonly Part[]): (warning: DocumentWarning) => boolean {
  const keyOf = ({ type, name }: Pick<DocumentWarning, 'type' | 'name'>): string =>
    `${type} ${name}`;
  const told = new Set(
    parts.flatMap(({ plan }) => plan.documents.filter(({ isHidden }) => !isHidden).map(keyOf)),
  );
  return (warning) => told.has(keyOf(warning));
}

function toPlan(
  resolution: Resolution,
  parts: readonly Part[],
  warnings: readonly DocumentWarning[],
): ChangePlan {
  const { missing, mismatching, duplicates, notes, packages: resolved } = resolution;
  const installs = parts.flatMap(({ install }) => install ?? []);
  const decided = {
    packages: parts.map(({ plan }) => plan),
    problems: [
      ...resolution.problems,
      ...parts.flatMap(({ problems }) => problems),
      ...namesMet(plannedIn(parts)),
    ],
    missing,
    mismatching,
  };
  return {
    ...decided,
    duplicates,
    installs,
    warnings,
    notes: [...notes, ...parts.flatMap((part) => part.notes ?? [])],
    removals: parts.flatMap(({ removed }) => removed ?? []),
    hash: planHash({ ...decided, resolved }),
  };
}
