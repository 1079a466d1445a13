import {
  type BrokenPackage,
  type ListedPackage,
  type RegistryPackage,
} from './registry-package.js';

/**
 * Where packages come from: one repository, whatever its kind. Every adapter passes the suite
 * `test/contract/package-registry.contract-suite.ts`.
 */
export interface PackageRegistry {
  /**
   * All packages of the repository, in a stable order, the broken ones among them.
   * @throws RegistryError when the repository as a whole cannot be read.
   */
  list(signal: AbortSignal): AsyncIterable<ListedPackage | BrokenPackage>;

  /**
   * Reads one package that `list` has named.
   * @throws BrokenPackageError when it is not a package, has gone, or is too large.
   * @throws RegistryError when the repository as a whole cannot be read.
   */
  fetch(ref: string, signal: AbortSignal): Promise<RegistryPackage>;
}
