import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../kernel/canonical-json.js';
import { type JsonObject } from '../../../kernel/json.js';
import { bundleLocations, bundleType } from './bundle-locations.js';
import { type PackageMember } from './packed-document.js';
import { readmeStub } from './readme-stub.js';

/** What a package says about itself. */
export interface PackageHead {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly author: string;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly platformDependencies: Readonly<Record<string, string>>;
}

const FINGERPRINT_LENGTH = 24;

/** The package document (`artifact.json`) of these documents: metadata, manifest, bundles and README. */
export function buildPackage(
  head: PackageHead,
  members: readonly PackageMember[],
  createdAt: Date,
): JsonObject {
  const bundles = members.map(({ kind, document }) => ({ type: bundleType(kind), data: document }));
  const dependencies = Object.keys(head.platformDependencies);
  const readme = readmeStub({
    title: head.name,
    description: head.description,
    members,
    dependencies,
  });
  return {
    metadata: metadataOf(head),
    manifest: {
      bundleName: head.name,
      version: head.version,
      fingerprint: fingerprintOf(bundles),
      createdEpoch: String(createdAt.getTime()),
      artifacts: manifestEntries(members),
    },
    bundles,
    readme,
  };
}

function metadataOf({ keywords, platformDependencies, ...head }: PackageHead): JsonObject {
  return { ...head, keywords: [...keywords], platformDependencies: { ...platformDependencies } };
}

function manifestEntries(members: readonly PackageMember[]): JsonObject[] {
  const locations = bundleLocations(members);
  return members.map(({ kind, id, name, isChosen }, at) => ({
    id,
    name,
    type: bundleType(kind),
    location: locations[at] ?? '',
    properties: { entryPoint: isChosen },
  }));
}

/** Equal for packages of equal documents, whatever they are called. */
function fingerprintOf(bundles: readonly JsonObject[]): string {
  const hash = createHash('sha256')
    .update(canonicalJson([...bundles]))
    .digest('hex');
  return hash.slice(0, FINGERPRINT_LENGTH);
}
