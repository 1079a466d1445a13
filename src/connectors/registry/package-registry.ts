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
   * All packages of the repository in all their versions, in a stable order, the broken ones among
   * them. A project that cannot be listed at present does not keep the others from being listed: the
   * error comes last.
   * @throws RegistryError when the repository as a whole cannot be read, or not to its end.
   * @throws RegistryPaused when the registry wants no more calls for a while.
   */
  list(signal: AbortSignal): AsyncIterable<ListedPackage | BrokenPackage>;

  /**
   * Reads one package that `list` has named.
   * @param mostBytes the largest that the caller takes now, in bytes; as large as it may be when absent.
   * @throws PackageTooLargeError for one above `mostBytes`: the caller may ask again for more.
   * @throws BrokenPackageError when it is not a package, has gone, or is too large.
   * @throws PackageUnavailable when this one cannot be read at present while others may.
   * @throws RegistryError when the repository as a whole cannot be read.
   * @throws RegistryPaused when the registry wants no more calls for a while.
   */
  fetch(ref: string, signal: AbortSignal, mostBytes?: number): Promise<RegistryPackage>;
}
