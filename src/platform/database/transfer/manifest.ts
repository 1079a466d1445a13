import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_INFO } from '../../config/package-info.js';
import { errorCode } from '../launcher/error-code.js';
import { TransferError } from './transfer-error.js';

const FILE = 'manifest.json';
const FORMAT = 'netadmin-data';
const VERSION = 1;

/** One exported collection or view. */
export interface ExportedCollection {
  readonly name: string;
  /** A view has no documents of its own, and no file. */
  readonly kind: 'collection' | 'view';
  readonly documents: number;
  /** SHA-256 of its lines, before compression. */
  readonly sha256: string;
  /** What `create` takes, as a document line: conditions and pipelines are full of `$`. */
  readonly options: string;
  /** What `createIndexes` takes, each as a document line. */
  readonly indexes: readonly string[];
}

/** What an export holds; written last, so that an export which was cut off has none. */
export interface Manifest {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  /** Version of the program that wrote it. */
  readonly program: string;
  readonly database: string;
  readonly collections: readonly ExportedCollection[];
}

/** Where a collection's documents lie. A name may hold what a file name may not. */
export function documentsFile(directory: string, collection: string): string {
  return join(directory, `${encodeURIComponent(collection)}.jsonl.gz`);
}

export function writeManifest(
  directory: string,
  content: Pick<Manifest, 'database' | 'collections'>,
): Manifest {
  const manifest: Manifest = {
    format: FORMAT,
    version: VERSION,
    program: PACKAGE_INFO.version,
    ...content,
  };
  const temporary = join(directory, `.${FILE}`);
  writeFileSync(temporary, `${JSON.stringify(manifest, undefined, 2)}\n`, {
    mode: 0o600,
  });
  renameSync(temporary, join(directory, FILE));
  return manifest;
}

/** @throws TransferError when the directory holds no complete export of a version that we read. */
export function readManifest(directory: string): Manifest {
  const path = join(directory, FILE);
  const text = readText(path);
  try {
    const content = JSON.parse(text) as Record<string, unknown>;
    const isReadable = content['format'] === FORMAT && content['version'] === VERSION;
    if (isReadable) return content as unknown as Manifest; // as `writeManifest` wrote it
  } catch (error) {
    throw new TransferError(`${path} is not a manifest of an export.`, { cause: error });
  }
  throw new TransferError(`${path} is not a manifest of an export that this version reads.`);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const why =
      errorCode(error) === 'ENOENT'
        ? 'There is no complete export here:'
        : `${errorCode(error) ?? 'Error'} while reading`;
    throw new TransferError(`${why} ${path}.`, { cause: error });
  }
}
