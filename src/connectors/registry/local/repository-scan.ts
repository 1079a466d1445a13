import { createHash } from 'node:crypto';
import { type Dirent } from 'node:fs';
import { readdir, realpath, stat, lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrokenPackage, type ListedPackage } from '../registry-package.js';
import { errorCode } from '../../../platform/database/launcher/error-code.js';
import { RefusedFile } from '../refused-file.js';
import { tooLarge } from '../too-large-file.js';
import { fileFingerprint, fileReason } from './bounded-file.js';
import { isInside } from './package-folder.js';

/** Folders between the repository and a package: `group/subgroup/package`. */
const DEPTH_MAX = 4;
const BUNDLE_DEPTH_MAX = 4;
const FILES_MAX = 10_000;
const PACKAGE_FILES = ['artifact.json', 'package.json', 'manifest.json'];
const PART_FILES = ['package.json', 'manifest.json', 'README.md'];

/** Where a package lies: one file, or a folder of parts. */
export type PackagePlace =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'folder'; readonly path: string; readonly bundleFiles: readonly string[] };

interface PlaceState {
  readonly place: PackagePlace;
  /** The file with the signature of its author; null where there is none. */
  readonly signaturePath: string | null;
  readonly fingerprint: string;
  readonly changedAt: Date;
}

/** One look at a directory of packages; `root` is a real path and nothing outside it is touched. */
export class RepositoryScan {
  constructor(
    private readonly root: string,
    private readonly limitBytes: number,
  ) {}

  /** Packages and broken ones, by path. An unreadable folder is one broken entry. */
  async *packages(signal: AbortSignal): AsyncIterable<ListedPackage | BrokenPackage> {
    yield* this.#within('', 0, signal);
  }

  /** What lies at a ref. @throws RefusedFile or the system's error when it is no package. */
  async at(ref: string): Promise<PlaceState> {
    const path = await this.#real(ref === '.' ? '' : ref);
    const stats = await stat(path, { bigint: true });
    if (stats.isDirectory()) return this.#folderState(path);
    if (!stats.isFile()) throw new RefusedFile('is not a plain file');
    if (stats.size > this.limitBytes) throw tooLarge(stats.size, this.limitBytes);
    const signed = await signatureState(path);
    return {
      place: { kind: 'file', path },
      signaturePath: signed.path,
      fingerprint: digest([fileFingerprint(stats), ...signed.fingerprints]),
      changedAt: stats.mtime,
    };
  }

  async *#within(
    ref: string,
    depth: number,
    signal: AbortSignal,
  ): AsyncIterable<ListedPackage | BrokenPackage> {
    signal.throwIfAborted();
    const entries = await readdir(await this.#real(ref), { withFileTypes: true });
    if (entries.some((entry) => PACKAGE_FILES.includes(entry.name))) {
      yield await this.#look(ref === '' ? '.' : ref);
      return;
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      yield* this.#entry(ref === '' ? entry.name : `${ref}/${entry.name}`, entry, depth, signal);
    }
  }

  async *#entry(
    ref: string,
    entry: Dirent,
    depth: number,
    signal: AbortSignal,
  ): AsyncIterable<ListedPackage | BrokenPackage> {
    try {
      if (await this.#isDirectory(ref, entry)) {
        if (depth < DEPTH_MAX) yield* this.#within(ref, depth + 1, signal);
      } else if (entry.name.endsWith('.json')) {
        yield await this.#look(ref);
      }
    } catch (error) {
      signal.throwIfAborted();
      yield { kind: 'broken', ref, reason: fileReason(error) };
    }
  }

  async #isDirectory(ref: string, entry: Dirent): Promise<boolean> {
    if (!entry.isSymbolicLink()) return entry.isDirectory();
    return (await stat(await this.#real(ref))).isDirectory();
  }

  async #look(ref: string): Promise<ListedPackage | BrokenPackage> {
    try {
      const { fingerprint } = await this.at(ref);
      return { kind: 'listed', ref, fingerprint, line: { kind: 'place', name: null } };
    } catch (error) {
      return { kind: 'broken', ref, reason: fileReason(error) };
    }
  }

  async #real(ref: string): Promise<string> {
    const path = await realpath(join(this.root, ref));
    if (isInside(path, this.root)) return path;
    throw new RefusedFile('is a link that leads out of the repository');
  }

  async #folderState(path: string): Promise<PlaceState> {
    const artifactPath = join(path, 'artifact.json');
    const built = await fileState(artifactPath);
    const signed = await signatureState(artifactPath);
    if (built) {
      if (built.size > this.limitBytes) throw tooLarge(built.size, this.limitBytes);
      return {
        place: { kind: 'file', path: artifactPath },
        signaturePath: signed.path,
        fingerprint: digest([built.fingerprint, ...signed.fingerprints]),
        changedAt: built.changedAt,
      };
    }
    const bundleFiles = await listBundleFiles(path);
    const states = await Promise.all(
      [...PART_FILES, ...bundleFiles].map((file) => fileState(join(path, file))),
    );
    const size = states.reduce((sum, state) => sum + (state?.size ?? 0), 0);
    if (size > this.limitBytes) throw tooLarge(size, this.limitBytes);
    return {
      place: { kind: 'folder', path, bundleFiles },
      signaturePath: signed.path,
      fingerprint: digest([
        ...bundleFiles,
        ...states.map((state) => state?.fingerprint ?? ''),
        ...signed.fingerprints,
      ]),
      changedAt: new Date(Math.max(0, ...states.map((state) => state?.changedAt.getTime() ?? 0))),
    };
  }
}

interface FileState {
  readonly size: number;
  readonly fingerprint: string;
  readonly changedAt: Date;
}

/** Null when there is no such file. A link counts as what it is, so a change of it is seen. */
async function fileState(path: string): Promise<FileState | null> {
  try {
    const stats = await lstat(path, { bigint: true });
    return {
      size: Number(stats.size),
      fingerprint: fileFingerprint(stats),
      changedAt: stats.mtime,
    };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

interface SignatureState {
  readonly path: string | null;
  /** A part of the fingerprint of the package; nothing where there is no signature. */
  readonly fingerprints: readonly string[];
}

/** The signature that lies beside a package: `artifact.json.sig`. */
async function signatureState(artifactPath: string): Promise<SignatureState> {
  const path = `${artifactPath}.sig`;
  const state = await fileState(path);
  return state ? { path, fingerprints: [state.fingerprint] } : { path: null, fingerprints: [] };
}

/** All JSON files below `bundles/`, by path; links are listed, and refused when they are read. */
async function listBundleFiles(packagePath: string): Promise<readonly string[]> {
  const files: string[] = [];
  const visit = async (folder: string, depth: number): Promise<void> => {
    const entries = await readdir(join(packagePath, folder), { withFileTypes: true });
    for (const entry of entries) {
      const file = `${folder}/${entry.name}`;
      if (entry.isDirectory() && depth < BUNDLE_DEPTH_MAX) await visit(file, depth + 1);
      else if (!entry.isDirectory() && entry.name.endsWith('.json')) files.push(file);
      if (files.length > FILES_MAX) throw new RefusedFile(`holds more than ${FILES_MAX} files`);
    }
  };
  try {
    await visit('bundles', 1);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  return files.sort();
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}
