import { createHash } from 'node:crypto';
import { type Artifact } from '../../../connectors/registry/artifact.js';
import { stableRegistryId } from '../../../connectors/registry/registry-id.js';
import {
  type PackageLine,
  type RegistryPackage,
} from '../../../connectors/registry/registry-package.js';
import { foldText } from '../../../kernel/folded-text.js';
import { invariant } from '../../../kernel/invariant.js';
import { releaseKey, releaseLabel } from '../../../cores/versions/release.js';
import { searchText } from '../visibility/search-text.js';
import { type PackageOrigin } from '../trust/package-trust.js';
import { type CatalogueEntry, keptFingerprint } from './catalogue-entry.js';

/** Where a package lies, and in which state it was read. */
export interface EntryPlace {
  readonly config: string;
  readonly ref: string;
  /** As its repository says it. */
  readonly fingerprint: string;
}

/** What is found out about a package beside what it says itself. */
export interface EntryFacts extends Pick<PackageOrigin, 'integrity' | 'signature'> {
  readonly contentId: string;
  /** Of the platform: what a package without a release counts as made for. */
  readonly runningRelease: string;
}

/** The entry of a package that was read and found sound. */
export function toCatalogueEntry(
  { config, ref, fingerprint }: EntryPlace,
  found: RegistryPackage,
  artifact: Artifact,
  { contentId, integrity, signature, runningRelease }: EntryFacts,
): CatalogueEntry {
  const { name, version, platformVersion, createdAt } = artifact;
  const { line, changedAt, projectId } = found;
  const release = releaseLabel({ branch: branchOf(line), platformVersion, version });
  return {
    _id: createHash('sha256').update(`${config}\0${ref}`).digest('hex').slice(0, 32),
    config,
    ref,
    fingerprint: keptFingerprint(fingerprint),
    name,
    nameFolded: foldText(name),
    version,
    release,
    releaseKey: keyOf(release ?? runningRelease),
    line,
    dependencies: dependenciesOf(artifact),
    searchText: searchText(artifact),
    contentId,
    integrity,
    signature,
    signatureText: found.signature ?? null,
    projectId: projectId ?? null,
    sizeBytes: Buffer.byteLength(JSON.stringify(found.document)),
    published: changedAt.kind === 'commit' ? changedAt.date : (createdAt ?? changedAt.date),
    // What the registry says of itself is right; authors copy what they wrote from elsewhere.
    registryId: projectId ?? artifact.registryId ?? stableRegistryId(name),
  };
}

/** The branch that says for which release a package is made; no other name does. */
function branchOf({ kind, name }: PackageLine): string | undefined {
  return kind === 'release-branch' && name !== null ? name : undefined;
}

function dependenciesOf({ platformDependencies = {} }: Artifact): CatalogueEntry['dependencies'] {
  return Object.entries(platformDependencies).map(([name, range]) => ({ name, range }));
}

function keyOf(release: string): number {
  const key = releaseKey(release);
  invariant(key !== null, 'release labels were checked when they were read');
  return key;
}
