import { Injectable } from '@nestjs/common';
import { type Artifact } from '../../../connectors/registry/artifact.js';
import { conflict } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { foldText } from '../../../kernel/folded-text.js';
import { IdSource } from '../../../kernel/ids.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { toStored } from '../../../platform/database/storable.js';
import { PackagedDocuments } from '../../../platform/packaged/packaged-documents.js';
import { contentHash } from '../content-hash.js';
import { BundleDocumentsRepository, type NameHolder } from './bundle-documents.repository.js';
import {
  type BundleName,
  bundleName,
  type BundleToInstall,
  type InstallPlan,
  ownId,
  planInstall,
  type PlannedDocument,
} from './install-plan.js';
import { type PlannedPackage } from './package-installer.service.js';
import { toKeywordLines } from './keyword-lines.js';
import { PackagesRepository } from './packages.repository.js';
import { type StagedDocument } from './staged-part.schema.js';
import { type BundleRef, type InstalledRecord, type PackageContent } from './stored-package.js';

/** A package document that was read, and whom it is installed for. */
export interface PackageToInstall {
  readonly document: JsonObject;
  readonly artifact: Artifact;
  /** The installed version, which this one replaces. */
  readonly replaces: InstalledRecord | null;
  readonly principal: Principal;
}

interface NamedBundle extends BundleToInstall {
  readonly named: BundleName;
}

const NAMED_MAX = 5;

/** Decides what installing a package will write, and refuses what would take another's name. */
@Injectable()
export class InstallPlannerService {
  constructor(
    private readonly packages: PackagesRepository,
    private readonly documents: BundleDocumentsRepository,
    private readonly packaged: PackagedDocuments,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `conflict` for a name that is taken; `document-too-large`, `invalid-input`. */
  async plan(request: PackageToInstall): Promise<PlannedPackage> {
    const { artifact, replaces } = request;
    const packageId = replaces?._id ?? this.ids.next();
    const bundles = namedBundles(artifact);
    assertNamesDiffer(bundles);
    await this.assertNamesFree(bundles, packageId);
    const present = replaces ? await this.documents.ofPackage(packageId) : [];
    const taken = await this.takenIds(bundles);
    const plan = planInstall({
      packageName: artifact.name,
      bundles,
      present,
      isTaken: (collection, id) => taken.get(collection)?.has(id) ?? false,
      nextId: () => this.ids.next(),
    });
    return {
      packageId,
      nameFolded: foldText(artifact.name),
      replaces: replaces?.revision ?? null,
      content: this.toContent(request, plan),
      newDocuments: await this.staged(plan.documents.filter(({ isNew }) => isNew)),
      changedDocuments: await this.staged(plan.documents.filter(({ isNew }) => !isNew)),
      removedDocuments: plan.removed,
    };
  }

  private async assertNamesFree(bundles: readonly NamedBundle[], packageId: string): Promise<void> {
    const holders: NameHolder[] = [];
    for (const [collection, some] of byCollection(bundles)) {
      const names = some.map(({ named }) => named.nameFolded);
      holders.push(...(await this.documents.findHolders(collection, names, packageId)));
    }
    if (holders.length === 0) return;
    const owners = await this.packages.findNames(
      holders.flatMap(({ packageId: owner }) => owner ?? []),
    );
    throw conflict(
      `Names are taken: ${holders
        .slice(0, NAMED_MAX)
        .map(({ collection, name, packageId: owner }) => {
          const by = owner === undefined ? undefined : owners.get(owner);
          return `'${name}' in ${collection}${by === undefined ? '' : ` by package '${by}'`}`;
        })
        .join(', ')}${holders.length > NAMED_MAX ? ', and others' : ''}`,
      'name-taken',
    );
  }

  private async takenIds(
    bundles: readonly NamedBundle[],
  ): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const taken = new Map<string, ReadonlySet<string>>();
    for (const [collection, some] of byCollection(bundles)) {
      const ids = some.flatMap(({ data }) => ownId(collection, data) ?? []);
      taken.set(collection, await this.documents.findTakenIds(collection, ids));
    }
    return taken;
  }

  private async staged(documents: readonly PlannedDocument[]): Promise<readonly StagedDocument[]> {
    const staged: StagedDocument[] = [];
    for (const planned of documents) {
      const derived = await this.packaged.derive(planned.collection, planned.document);
      staged.push({ ...toStaged(planned), ...derived });
    }
    return staged;
  }

  private toContent(
    { document, artifact, principal }: PackageToInstall,
    plan: InstallPlan,
  ): PackageContent {
    const { bundles, ...head } = document;
    const list = Array.isArray(bundles) ? bundles : [];
    return {
      name: artifact.name,
      nameFolded: foldText(artifact.name),
      version: artifact.version,
      descriptionFolded: foldText(artifact.description),
      keywords: artifact.keywords,
      keywordLines: toKeywordLines(artifact.keywords),
      dependencies: Object.keys(artifact.platformDependencies ?? {}).map((name) => foldText(name)),
      components: artifact.manifestArtifacts.map(({ id, name, type }) => ({ id, name, type })),
      bundles: plan.documents.map((planned) => toBundleRef(planned, list[planned.position])),
      head: toStored(head),
      installed: this.clock.now(),
      installedBy: principal.username,
    };
  }
}

function namedBundles({ name, bundles, manifestArtifacts }: Artifact): readonly NamedBundle[] {
  return bundles.map(({ type, data }, position) => {
    const bundle = { type, data, manifestName: manifestArtifacts[position]?.name ?? '' };
    return { ...bundle, named: bundleName(name, bundle, position) };
  });
}

function assertNamesDiffer(bundles: readonly NamedBundle[]): void {
  const seen = new Set<string>();
  for (const { type, named } of bundles) {
    const key = `${named.collection}\0${named.nameFolded}`;
    if (seen.has(key)) {
      throw conflict(`The package holds two documents of type ${type} named '${named.name}'`);
    }
    seen.add(key);
  }
}

function byCollection(bundles: readonly NamedBundle[]): ReadonlyMap<string, NamedBundle[]> {
  const groups = new Map<string, NamedBundle[]>();
  for (const bundle of bundles) {
    const { collection } = bundle.named;
    const group = groups.get(collection);
    if (group) group.push(bundle);
    else groups.set(collection, [bundle]);
  }
  return groups;
}

function toStaged(planned: PlannedDocument): StagedDocument {
  const { collection, documentId, name, nameFolded, type, position, document } = planned;
  const hash = contentHash(document);
  const stored = toStored(document);
  return { collection, documentId, name, nameFolded, type, position, document: stored, hash };
}

function toBundleRef(
  { type, collection, documentId, originalId }: PlannedDocument,
  bundle: unknown,
): BundleRef {
  const members = Object.entries(isJsonObject(bundle) ? bundle : {});
  const rest = Object.fromEntries(members.filter(([key]) => key !== 'type' && key !== 'data'));
  return {
    type,
    collection,
    documentId,
    ...(originalId !== undefined && { originalId }),
    ...(Object.keys(rest).length > 0 && { rest: toStored(rest) }),
  };
}
