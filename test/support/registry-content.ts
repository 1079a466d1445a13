import { BrokenPackageError } from '../../src/connectors/registry/broken-package-error.js';
import { type PackageRegistry } from '../../src/connectors/registry/package-registry.js';
import {
  type BrokenPackage,
  type ListedPackage,
  type RegistryPackage,
} from '../../src/connectors/registry/registry-package.js';
import { anArtifact } from './factories/an-artifact.js';
import { type FakeGitRepository } from './fakes/registry/fake-git-repository.js';

const NEVER = new AbortController().signal;

/** Everything that a registry lists, in its order. */
export async function listingOf(
  registry: PackageRegistry,
): Promise<readonly (ListedPackage | BrokenPackage)[]> {
  const found: (ListedPackage | BrokenPackage)[] = [];
  for await (const entry of registry.list(NEVER)) found.push(entry);
  return found;
}

/** Refs of what is listed; a broken one with its reason. */
export async function refsOf(registry: PackageRegistry): Promise<readonly string[]> {
  return (await listingOf(registry)).map((entry) =>
    entry.kind === 'listed' ? entry.ref : `${entry.ref}: ${entry.reason}`,
  );
}

/** One package that was listed before. */
export function fetchFrom(registry: PackageRegistry, ref: string): Promise<RegistryPackage> {
  return registry.fetch(ref, NEVER);
}

/** Why a package is none; `sound` when it is one. */
export async function brokenReason(registry: PackageRegistry, ref: string): Promise<string> {
  try {
    await registry.fetch(ref, NEVER);
    return 'sound';
  } catch (error) {
    if (error instanceof BrokenPackageError) return error.reason;
    throw error;
  }
}

/** A package of three versions: a tag `v1.0.0`, the branch `release/2023.2`, and 2.0.0 as default. */
export function versioned<T extends FakeGitRepository>(repository: T): T {
  repository.commit({ 'artifact.json': anArtifact({ version: '1.0.0' }) });
  repository.tag('v1.0.0');
  repository.commit({ 'artifact.json': anArtifact({ version: '1.1.0' }) }, 'release/2023.2');
  repository.commit({ 'artifact.json': anArtifact({ version: '2.0.0' }) });
  return repository;
}

/** What a reading fails with. */
export async function failureOf(work: Promise<unknown>): Promise<Error> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing failed');
}

/** What a refresh does: lists, and reads what is not known by its fingerprint. */
export async function readAll(
  registry: PackageRegistry,
  known: ReadonlySet<string> = new Set(),
): Promise<ReadonlySet<string>> {
  const fingerprints = new Set<string>();
  for (const entry of await listingOf(registry)) {
    if (entry.kind === 'broken') continue;
    fingerprints.add(entry.fingerprint);
    if (!known.has(entry.fingerprint)) await brokenReason(registry, entry.ref);
  }
  return fingerprints;
}
