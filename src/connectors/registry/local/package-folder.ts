import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { errorCode } from '../../../platform/database/launcher/error-code.js';
import { type PartSource } from '../package-parts.js';
import { RefusedFile } from '../refused-file.js';
import { locationParts } from '../safe-location.js';
import { fileReason, readBoundedText } from './bounded-file.js';

/** The parts of a package in a directory: a real path below which every file of it lies. */
export class PackageFolder implements PartSource {
  constructor(
    private readonly path: string,
    private readonly files: readonly string[],
  ) {}

  bundleFiles(): Promise<readonly string[]> {
    return Promise.resolve(this.files);
  }

  async text(location: string, limitBytes: number): Promise<string | null> {
    try {
      return await readBoundedText(await this.#inside(location), limitBytes);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
      if (error instanceof RefusedFile) throw error.at(location);
      throw new RefusedFile(`${location} ${fileReason(error)}`, { cause: error });
    }
  }

  /** The real place of a file; folders on the way that are links out of the package are refused. */
  async #inside(location: string): Promise<string> {
    const parts = locationParts(location);
    const name = parts?.at(-1);
    if (!parts || name === undefined) throw new RefusedFile('is not a path inside the package');
    const folder = await realpath(join(this.path, ...parts.slice(0, -1)));
    if (!isInside(folder, this.path))
      throw new RefusedFile('lies behind a link out of the package');
    return join(folder, name);
  }
}

/** True for the directory itself and everything below it; both are real paths. */
export function isInside(path: string, directory: string): boolean {
  return (
    path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep)
  );
}
