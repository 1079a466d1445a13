import { Injectable } from '@nestjs/common';
import { type AppError, conflict } from '../../../kernel/app-error.js';
import { PackagedDocuments } from '../../../platform/packaged/packaged-documents.js';
import { BundleDocumentsRepository, type DocumentPlace } from './bundle-documents.repository.js';
import {
  PackageOperationsRepository,
  type UnfinishedOperation,
} from './package-operations.repository.js';
import { type StagedDocument } from './staged-part.schema.js';
import {
  type InstalledRecord,
  type PackageContent,
  type PackageOperation,
} from './stored-package.js';

/** A package as an installation will leave it. */
export interface PlannedPackage {
  readonly packageId: string;
  readonly nameFolded: string;
  /** The revision of the version that it replaces; null when it is new. */
  readonly replaces: number | null;
  readonly content: PackageContent;
  readonly newDocuments: readonly StagedDocument[];
  readonly changedDocuments: readonly StagedDocument[];
  readonly removedDocuments: readonly DocumentPlace[];
  /**
   * `contentHash` of the stored documents that the plan was made on, by `documentKey`: the change is
   * refused when one of them is another by then. Documents without an entry are not looked at.
   */
  readonly seen?: ReadonlyMap<string, string>;
}

/**
 * Installs, replaces and removes packages without transactions: what will be written is staged
 * first, names are taken by records that nobody sees, and one write decides. Before it an operation
 * is taken back, after it it is finished, by this node or, after a crash, by the next that looks.
 * The caller holds the lock of the packages; a node that lost it changes nothing any more, because
 * every write asks for the mark of its operation.
 */
@Injectable()
export class PackageInstallerService {
  constructor(
    private readonly operations: PackageOperationsRepository,
    private readonly documents: BundleDocumentsRepository,
    private readonly packaged: PackagedDocuments,
  ) {}

  /**
   * Writes a package, all of it or nothing.
   * @throws AppError `conflict` when somebody took a name or changed the package meanwhile.
   */
  async write(planned: PlannedPackage, operationId: string): Promise<void> {
    const { packageId } = planned;
    const operation = toOperation(planned, operationId);
    await this.begin(planned, operation);
    try {
      await this.stage(planned, operationId);
      if (!(await this.operations.commit(packageId, operationId))) throw interrupted();
    } catch (error) {
      // Why it failed matters more than that it could not be taken back: recovery does that too.
      await this.takeBack(packageId, operation).catch(() => undefined);
      throw error;
    }
    await this.apply(packageId, operation);
  }

  /**
   * Removes a package with all of its documents.
   * @throws AppError `conflict` when it was changed meanwhile.
   */
  async remove({ _id, revision, bundles }: InstalledRecord, operationId: string): Promise<void> {
    const collections = distinctCollections(bundles);
    const operation = { id: operationId, kind: 'remove', phase: 'applying', collections } as const;
    if (!(await this.operations.begin(_id, revision, operation))) throw changedMeanwhile();
    await this.finishRemoval(_id, operation);
  }

  /** Ends what a node that died has begun, one way or the other. @returns how many operations. */
  async endUnfinished(): Promise<number> {
    const unfinished = await this.operations.findUnfinished();
    for (const one of unfinished) await this.end(one);
    return unfinished.length;
  }

  /**
   * Ends what was begun, and clears away marks whose operation has ended without them: what a node
   * writes that was believed dead and was not.
   */
  async recover(): Promise<number> {
    const ended = await this.endUnfinished();
    await this.documents.releaseAll();
    await this.operations.unstageAll();
    return ended;
  }

  private async end({ packageId, operation }: UnfinishedOperation): Promise<void> {
    const { kind, phase } = operation;
    if (kind === 'remove') await this.finishRemoval(packageId, operation);
    else if (phase === 'staging') await this.takeBack(packageId, operation);
    else await this.apply(packageId, operation);
  }

  private async begin(planned: PlannedPackage, operation: PackageOperation): Promise<void> {
    const { packageId, nameFolded, replaces } = planned;
    const hasBegun =
      replaces === null
        ? await this.operations.beginNew(packageId, nameFolded, operation)
        : await this.operations.begin(packageId, replaces, operation);
    if (!hasBegun) throw changedMeanwhile();
  }

  private async stage(planned: PlannedPackage, operationId: string): Promise<void> {
    const { packageId, content, newDocuments, changedDocuments, removedDocuments } = planned;
    await this.operations.stage({ _id: `${operationId}:content`, operationId, content });
    for (const document of [...newDocuments, ...changedDocuments]) {
      const _id = `${operationId}:${String(document.position).padStart(6, '0')}`;
      await this.operations.stage({ _id, operationId, document });
    }
    for (const document of newDocuments) {
      await this.documents.reserve(document, packageId, operationId);
    }
    await this.documents.claim([...changedDocuments, ...removedDocuments], packageId, operationId);
  }

  /** Each step leaves what an earlier run of it has done. */
  private async apply(packageId: string, operation: PackageOperation): Promise<void> {
    const { id } = operation;
    const content = await this.operations.stagedContent(id);
    for await (const document of this.operations.stagedDocuments(id)) {
      await this.documents.apply(document, id);
    }
    await this.documents.removePending(operation);
    await this.packaged.settle(packageId, operation.collections);
    // Without content a run before this one came to its end: only clearing away is left.
    if (content) await this.operations.finish(packageId, id, content);
    await this.operations.unstage(id);
  }

  private async takeBack(packageId: string, operation: PackageOperation): Promise<void> {
    await this.documents.release(operation);
    await this.operations.unstage(operation.id);
    await this.operations.takeBack(packageId, operation.id);
  }

  private async finishRemoval(packageId: string, operation: PackageOperation): Promise<void> {
    await this.documents.removeOfPackage(packageId, operation);
    await this.packaged.settle(packageId, operation.collections);
    await this.operations.removeRecord(packageId, operation.id);
  }
}

function toOperation(planned: PlannedPackage, id: string): PackageOperation {
  const { replaces, newDocuments, changedDocuments, removedDocuments } = planned;
  const kind = replaces === null ? 'install' : 'replace';
  const places = [...newDocuments, ...changedDocuments, ...removedDocuments];
  return { id, kind, phase: 'staging', collections: distinctCollections(places) };
}

function distinctCollections(places: readonly DocumentPlace[]): readonly string[] {
  return [...new Set(places.map(({ collection }) => collection))];
}

function changedMeanwhile(): AppError {
  return conflict('The package was changed by someone else at the same time; try again');
}

function interrupted(): AppError {
  return conflict('The installation was interrupted and taken back; try again');
}
