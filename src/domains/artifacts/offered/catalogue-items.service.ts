import { Injectable } from '@nestjs/common';
import { type Artifact } from '../../../connectors/registry/artifact.js';
import { readArtifact } from '../../../connectors/registry/artifact-reader.js';
import { JsonText } from '../../../kernel/json-text.js';
import { installStatus, type InstallStatus } from '../../../cores/versions/install-status.js';
import { type RunningSystem, runningVersion } from '../../../cores/versions/running-system.js';
import {
  availableUpdate,
  type VersionStatus,
  versionStatus,
} from '../../../cores/versions/version-status.js';
import {
  CatalogueContentsRepository,
  type ContentTexts,
} from '#domains/catalogue/index/catalogue-contents.repository.js';
import { type CatalogueEntry } from '#domains/catalogue/index/catalogue-entry.js';
import { RunningSystemService } from '../packages/running-system.service.js';

/** A package of a repository, and what it means for this platform. */
export interface CatalogueItem {
  readonly registryId: number;
  readonly artifact: Omit<Artifact, 'bundles'>;
  readonly published: Date | null;
  /** The release it is made for. */
  readonly release: string;
  readonly versionStatus: VersionStatus;
  readonly installStatus: InstallStatus;
  /** Null when it is not installed. */
  readonly availableUpdate: boolean | null;
  /** The whole package document, in the words of the interface. */
  readonly document: OfferedDocument;
}

/** A package document whose bundles are ready to be answered. */
export interface OfferedDocument {
  readonly [member: string]: unknown;
  readonly bundles: JsonText;
}

const NO_BUNDLES = new JsonText(Buffer.from('[]'));

/** Makes entries of the index what is told of packages. */
@Injectable()
export class CatalogueItemsService {
  constructor(
    private readonly contents: CatalogueContentsRepository,
    private readonly running: RunningSystemService,
  ) {}

  /** Packages with their whole documents, as they are for a release. */
  async whole(
    entries: readonly CatalogueEntry[],
    asked: string,
  ): Promise<readonly CatalogueItem[]> {
    const contents = await this.contents.findTexts(entries.map(({ contentId }) => contentId));
    const items = await this.itemsOf(entries, contents, asked);
    return items.filter((item) => item !== undefined);
  }

  /** The same in the order of the entries, by need without bundles: nothing for an entry that lost its document. */
  async lookedAt(
    entries: readonly CatalogueEntry[],
    asked: string,
    { withBundles }: { readonly withBundles: boolean },
  ): Promise<readonly (CatalogueItem | undefined)[]> {
    const ids = entries.map(({ contentId }) => contentId);
    if (withBundles) return this.itemsOf(entries, await this.contents.findTexts(ids), asked);
    const heads = [...(await this.contents.findHeads(ids))];
    const contents = new Map(heads.map(([id, head]) => [id, { head, bundles: NO_BUNDLES }]));
    return this.itemsOf(entries, contents, asked);
  }

  private async itemsOf(
    entries: readonly CatalogueEntry[],
    contents: ReadonlyMap<string, ContentTexts>,
    asked: string,
  ): Promise<readonly (CatalogueItem | undefined)[]> {
    const system = await this.running.load(
      entries.flatMap(({ name, dependencies }) => [
        name,
        ...dependencies.map((dependency) => dependency.name),
      ]),
    );
    return entries.map((entry) => {
      const content = contents.get(entry.contentId);
      // An entry that was replaced between two readings may have lost its document.
      return content && this.itemOf(entry, content, { asked, system });
    });
  }

  private itemOf(
    entry: CatalogueEntry,
    { head, bundles }: ContentTexts,
    place: { readonly asked: string; readonly system: RunningSystem },
  ): CatalogueItem | undefined {
    // Bundles were read when the package was indexed.
    const reading = readArtifact({ ...head, bundles: [] });
    if (reading.kind !== 'sound') return undefined;
    return {
      ...this.statusesOf(entry, reading.artifact, place),
      registryId: entry.registryId,
      artifact: reading.artifact,
      published: entry.published,
      document: { ...reading.document, bundles },
    };
  }

  private statusesOf(
    entry: CatalogueEntry,
    { platformDependencies = {} }: CatalogueItem['artifact'],
    { asked, system }: { readonly asked: string; readonly system: RunningSystem },
  ): Pick<CatalogueItem, 'release' | 'versionStatus' | 'installStatus' | 'availableUpdate'> {
    const release = entry.release ?? this.running.release;
    return {
      release,
      versionStatus: versionStatus(release, asked),
      installStatus: installStatus(platformDependencies, (name) => runningVersion(system, name)),
      availableUpdate: availableUpdate(entry.version, system.packages.get(entry.nameFolded)),
    };
  }
}
