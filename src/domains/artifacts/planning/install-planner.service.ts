import { Injectable } from '@nestjs/common';
import { type Artifact } from '../../../connectors/registry/artifact.js';
import { conflict } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { foldText } from '../../../kernel/folded-text.js';
import { IdSource } from '../../../kernel/ids.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { callerLimits } from '../../../platform/auth/caller-limits.js';
import { fromStored } from '../../../platform/database/storable.js';
import { PackagedDocuments } from '../../../platform/packaged/packaged-documents.js';
import { type DocumentWarning, type PlanProblem } from './change-plan.js';
import { type OwnedDocument, type UserChanges } from './document-outcome.js';
import {
  isUntouched,
  outcomesOf,
  type PlannedOutcome,
  type PlannedOutcomes,
  toStaged,
} from './outcomes.js';
import { repeatedNames, takenWithin } from './plan-problems.js';
import {
  BundleDocumentsRepository,
  documentKey,
  type DocumentPlace,
  type NameHolder,
} from '../stored/bundle-documents.repository.js';
import {
  type InstallPlan,
  ownId,
  planInstall,
  type PresentDocument,
} from '../stored/install-plan.js';
import { byCollection, type NamedBundle, namedBundles } from '../packages/named-bundles.js';
import { packageContent } from '../packages/package-content.js';
import { type PlannedPackage } from '../packages/package-installer.service.js';
import { type PackageOrigin } from '#domains/catalogue/trust/package-trust.js';
import { PackagesRepository } from '../stored/packages.repository.js';
import { type StagedDocument } from '../stored/staged-part.schema.js';
import { type InstalledRecord } from '../stored/stored-package.js';

/** A package document that was read, and whom it is installed for. */
export interface PackageToInstall {
  readonly document: JsonObject;
  readonly artifact: Artifact;
  /** The installed version, which this one replaces. */
  readonly replaces: InstalledRecord | null;
  readonly principal: Principal;
  readonly origin?: PackageOrigin;
  /** What the installed version owns; where it is absent, what users changed is not looked at. */
  readonly owned?: readonly OwnedDocument[];
  /** What becomes of it; `overwrite` when absent. */
  readonly userChanges?: UserChanges;
  /** Whether it goes in whatever is missing here; not when absent. */
  readonly isForced?: boolean;
}

/** What installing a package would write, and what stands in its way. */
export interface PackageDraft extends PlannedOutcomes {
  readonly planned: PlannedPackage;
  readonly problems: readonly PlanProblem[];
  /** What of the package is not taken, one sentence each. */
  readonly notes: readonly string[];
}

const NAMED_MAX = 5;
/** Who has more mends these first. */
const WARNINGS_MAX = 500;

/** Decides what installing a package will write, and finds what would take another's name. */
@Injectable()
export class InstallPlannerService {
  constructor(
    private readonly packages: PackagesRepository,
    private readonly documents: BundleDocumentsRepository,
    private readonly packaged: PackagedDocuments,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws AppError `forbidden`, code `not-writable`, where somebody may not change or remove one of the
   *   documents directly.
   */
  async assertMayChange(owned: readonly OwnedDocument[], principal: Principal): Promise<void> {
    const present = owned.map(({ collection, documentId: id, mine: document }) => ({
      collection,
      id,
      document,
    }));
    await this.packaged.assertMayChange(present, principal);
  }

  /** @throws AppError `conflict` for a name that is taken; `document-too-large`, `invalid-input`. */
  async plan(request: PackageToInstall): Promise<PlannedPackage> {
    const { planned, problems } = await this.draft(request);
    const [first] = problems;
    if (first) throw conflict(first.detail, first.code);
    return planned;
  }

  /**
   * What installing would do, whether it may be done or not.
   * @throws AppError `document-too-large`, `invalid-input` for what cannot be stored; `forbidden`, code
   *   `not-writable`, as `assertMayChange` does for what it changes.
   */
  async draft(request: PackageToInstall): Promise<PackageDraft> {
    const { artifact, replaces, userChanges = 'overwrite' } = request;
    const owned = await this.seenBy(request);
    const packageId = replaces?._id ?? this.ids.next();
    const bundles = namedBundles(artifact);
    const present = owned ?? (replaces ? await this.documents.ofPackage(packageId) : []);
    const plan = await this.planBundles(artifact.name, bundles, present);
    const outcomes = outcomesOf(plan, owned ?? [], userChanges);
    await this.assertMayChange(changedOf(owned ?? [], outcomes), request.principal);
    return {
      ...outcomes,
      planned: await this.toPlanned(request, packageId, outcomes),
      notes: bundles.flatMap(({ note }) => note ?? []),
      problems: [
        ...repeatedNames(bundles),
        ...(await this.takenNames(
          outcomes.written.filter(({ isAdopted }) => !isAdopted),
          packageId,
        )),
        ...takenWithin(outcomes),
      ],
    };
  }

  /** What will not work in what is written, judged as if users saved it. */
  async warningsOf(planned: readonly PlannedPackage[]): Promise<readonly DocumentWarning[]> {
    const written = planned.flatMap((one) => [...one.newDocuments, ...one.changedDocuments]);
    const found = await this.packaged.warnings(
      written.map((one) => ({ ...one, document: fromStored(one.document) })),
    );
    const warnings = written.flatMap(({ type, name }, at) =>
      (found[at] ?? []).map((message) => ({ type, name, message })),
    );
    return warnings.slice(0, WARNINGS_MAX);
  }

  private async seenBy({
    owned,
    principal,
  }: PackageToInstall): Promise<readonly OwnedDocument[] | undefined> {
    const readable = new Set(await this.packaged.readable(owned ?? [], principal));
    return owned?.map((one) => (readable.has(one) ? one : { ...one, isHidden: true }));
  }

  private async planBundles(
    packageName: string,
    bundles: readonly NamedBundle[],
    present: readonly PresentDocument[],
  ): Promise<InstallPlan> {
    const taken = await this.takenIds(bundles);
    return planInstall({
      packageName,
      bundles,
      present,
      isTaken: (collection, id) => taken.get(collection)?.has(id) ?? false,
      nextId: () => this.ids.next(),
    });
  }

  private async toPlanned(
    request: PackageToInstall,
    packageId: string,
    { written, dropped }: PlannedOutcomes,
  ): Promise<PlannedPackage> {
    const { document, artifact, origin, replaces, principal, isForced = false } = request;
    const version = { document, artifact, origin, installedBy: principal.username, isForced };
    const staged = async (isNew: boolean): Promise<readonly StagedDocument[]> =>
      this.staged(
        written.filter(({ planned }) => planned.isNew === isNew),
        principal,
      );
    return {
      packageId,
      nameFolded: foldText(artifact.name),
      replaces: replaces?.revision ?? null,
      content: packageContent(
        { ...version, installed: this.clock.now() },
        written.map(({ planned }) => planned),
      ),
      newDocuments: await staged(true),
      changedDocuments: await staged(false),
      adoptedDocuments: written
        .filter(({ isAdopted }) => isAdopted)
        .map(({ planned }) => toPlace(planned)),
      removedDocuments: dropped
        .filter(({ action }) => action !== 'kept')
        .map(({ place }) => toPlace(place)),
      seen: seenOf(request.owned ?? []),
    };
  }

  /** Only what somebody else has, and the document would have from now on, is in the way. */
  private async takenNames(
    written: readonly PlannedOutcome[],
    packageId: string,
  ): Promise<readonly PlanProblem[]> {
    const holders: NameHolder[] = [];
    for (const [collection, some] of byCollection(written.map(({ planned }) => planned))) {
      const names = some.map(({ nameFolded }) => nameFolded);
      holders.push(...(await this.documents.findHolders(collection, names, packageId)));
    }
    if (holders.length === 0) return [];
    const ids = holders.flatMap(({ packageId: owner }) => owner ?? []);
    const owners = await this.packages.findNames(ids);
    const named = holders.map(({ collection, name, packageId: owner }) => {
      const by = owner === undefined ? undefined : owners.get(owner);
      return `'${name}' in ${collection}${by === undefined ? '' : ` by package '${by}'`}`;
    });
    const more = named.length > NAMED_MAX ? ', and others' : '';
    const detail = `Names are taken: ${named.slice(0, NAMED_MAX).join(', ')}${more}`;
    return [{ code: 'name-taken', detail, reasons: named }];
  }

  private async takenIds(
    bundles: readonly NamedBundle[],
  ): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const taken = new Map<string, ReadonlySet<string>>();
    const placed = bundles.map(({ data, named: { collection } }) => ({ collection, data }));
    for (const [collection, some] of byCollection(placed)) {
      const ids = some.flatMap(({ data }) => ownId(collection, data) ?? []);
      taken.set(collection, await this.documents.findTakenIds(collection, ids));
    }
    return taken;
  }

  private async staged(
    written: readonly PlannedOutcome[],
    { id }: Pick<Principal, 'id'>,
  ): Promise<readonly StagedDocument[]> {
    const staged: StagedDocument[] = [];
    for (const one of written) {
      const derived = await this.packaged.derive(one.planned.collection, one.document);
      staged.push({
        ...(await toStaged(one)),
        ...derived,
        ...writtenBy(one.planned.collection, id),
      });
    }
    return staged;
  }
}

/** Those of the documents that will be others, belong to another, or go. */
function changedOf(
  owned: readonly OwnedDocument[],
  { written, dropped }: PlannedOutcomes,
): readonly OwnedDocument[] {
  const changed = new Set(
    [
      ...written.map(({ planned, ...one }) => ({ ...one, place: planned })),
      ...dropped.map((one) => ({ ...one, isAdopted: false })),
    ]
      .filter((one) => one.isAdopted || !isUntouched(one))
      .map(({ place: { collection, documentId } }) => documentKey(collection, documentId)),
  );
  return owned.filter(({ collection, documentId }) =>
    changed.has(documentKey(collection, documentId)),
  );
}

function toPlace({ collection, documentId }: PresentDocument): DocumentPlace {
  return { collection, documentId };
}

function seenOf(owned: readonly OwnedDocument[]): ReadonlyMap<string, string> {
  return new Map(
    owned.map(({ collection, documentId, seen }) => [documentKey(collection, documentId), seen]),
  );
}

/** What jobs run is answered for by its last writer: of a package, by whoever installs it. */
function writtenBy(collection: string, updatedBy: string): Pick<StagedDocument, 'beside'> {
  if (!RUN_BY_JOBS.has(collection)) return {};
  return { beside: { set: { updatedBy, updatedWith: callerLimits() }, unset: [] } };
}

const RUN_BY_JOBS: ReadonlySet<string> = new Set(['workflows', 'transformations']);
