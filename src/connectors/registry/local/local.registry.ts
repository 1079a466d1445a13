import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type JsonObject } from '../../../kernel/json.js';
import { BrokenPackageError } from '../broken-package-error.js';
import { PackageParts } from '../package-parts.js';
import { PackageTooLargeError } from '../package-too-large-error.js';
import { type PackageRegistry } from '../package-registry.js';
import { parseJsonObject } from '../package-text.js';
import { RefusedFile } from '../refused-file.js';
import { TooLargeFile } from '../too-large-file.js';
import { RegistryError } from '../registry-error.js';
import {
  type BrokenPackage,
  type ListedPackage,
  type PackageLine,
  type RegistryPackage,
} from '../registry-package.js';
import { locationParts } from '../safe-location.js';
import { liesBelow } from './allowed-place.js';
import { fileReason, readBoundedText } from './bounded-file.js';
import { PackageFolder } from './package-folder.js';
import { type PackagePlace, RepositoryScan } from './repository-scan.js';

/** A signature takes 89 bytes. */
const SIGNATURE_BYTES_MAX = 4096;
const PLACE: PackageLine = { kind: 'place', name: null };

/** Where a local repository lies and what may be read of it. */
export interface LocalRegistryOptions {
  /** As configured; relative paths start at the working directory. */
  readonly path: string;
  /** Directories below which repositories may lie. */
  readonly roots: readonly string[];
  /** Largest package that is read. */
  readonly limitBytes: number;
}

/**
 * A directory of packages on this machine: folders with the parts of a package or its artifact.json,
 * and single artifact files, up to four folders deep. Links inside it are followed as long as they
 * stay inside it.
 */
export class LocalRegistry implements PackageRegistry {
  constructor(private readonly options: LocalRegistryOptions) {}

  async *list(signal: AbortSignal): AsyncIterable<ListedPackage | BrokenPackage> {
    const scan = await this.#scan();
    try {
      yield* scan.packages(signal);
    } catch (error) {
      signal.throwIfAborted();
      throw this.#unreadable(error);
    }
  }

  async fetch(ref: string, signal: AbortSignal, mostBytes = Infinity): Promise<RegistryPackage> {
    const limitBytes = Math.min(mostBytes, this.options.limitBytes);
    const scan = await this.#scan(limitBytes);
    signal.throwIfAborted();
    try {
      if (ref !== '.' && !locationParts(ref))
        throw new RefusedFile('is no place in the repository');
      const { place, signaturePath, changedAt } = await scan.at(ref);
      const document = await this.#read(place, limitBytes);
      const signature = signaturePath === null ? null : await readSignature(signaturePath);
      return {
        ref,
        document,
        ...(signature !== null && { signature }),
        line: PLACE,
        changedAt: { kind: 'file', date: changedAt },
      };
    } catch (error) {
      throw this.#failureOf(ref, error, mostBytes);
    }
  }

  #failureOf(ref: string, error: unknown, mostBytes: number): Error {
    const mayBeRead = error instanceof TooLargeFile && mostBytes < this.options.limitBytes;
    return mayBeRead
      ? new PackageTooLargeError(ref, { cause: error })
      : new BrokenPackageError(ref, fileReason(error), { cause: error });
  }

  async #read(place: PackagePlace, limitBytes: number): Promise<JsonObject> {
    if (place.kind === 'folder') {
      const folder = new PackageFolder(place.path, place.bundleFiles);
      return new PackageParts(folder, limitBytes).build();
    }
    return parseJsonObject('the file', await readBoundedText(place.path, limitBytes));
  }

  /** The place is looked up each time: it may appear, vanish or move while the platform runs. */
  async #scan(limitBytes = this.options.limitBytes): Promise<RepositoryScan> {
    const root = await this.#root();
    if (!(await liesBelow(root, this.options.roots))) {
      throw new RegistryError(
        `the directory '${this.options.path}' lies outside of LOCAL_REPOSITORY_ROOTS`,
      );
    }
    return new RepositoryScan(root, limitBytes);
  }

  async #root(): Promise<string> {
    try {
      const root = await realpath(resolve(this.options.path));
      if ((await stat(root)).isDirectory()) return root;
    } catch (error) {
      throw this.#unreadable(error);
    }
    throw new RegistryError(`'${this.options.path}' is not a directory`);
  }

  #unreadable(error: unknown): RegistryError {
    const reason = fileReason(error);
    return new RegistryError(`the directory '${this.options.path}' ${reason}`, { cause: error });
  }
}

async function readSignature(path: string): Promise<string> {
  try {
    return (await readBoundedText(path, SIGNATURE_BYTES_MAX)).trim();
  } catch (error) {
    const why = error instanceof RefusedFile ? 'is too long or no text' : fileReason(error);
    throw new RefusedFile(`has a signature that ${why}`);
  }
}
