import { Injectable } from '@nestjs/common';
import { type PackageWish } from './package-wish.js';
import { type Resolution } from './resolution.js';

/** Finds out which packages, in which versions, have to be installed and removed for a wish. */
@Injectable()
export class PackageResolver {
  /**
   * @throws AppError `not-found` for a package, version or configuration that does not exist;
   *   `invalid-input` for an empty wish and for one that names a package twice.
   */
  // eslint-disable-next-line @typescript-eslint/require-await -- follows with the solver
  async resolve(wish: PackageWish): Promise<Resolution> {
    throw new Error(`not resolved yet: ${JSON.stringify(wish).length}`);
  }
}
