import { RegistryError } from './registry-error.js';

/**
 * One package that cannot be read at present, by a fault of the registry and not of the package. The
 * others can be read; the run is not complete then, so nothing counts as removed.
 */
export class PackageUnavailable extends RegistryError {
  constructor(
    readonly ref: string,
    message: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(`${ref}: ${message}`, options);
    this.name = 'PackageUnavailable';
  }
}
