import { createHash } from 'node:crypto';
import { accessSync, constants, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDirectory } from './make-directory.js';
import { DatabaseStartError } from './database-start-error.js';
import { errorCode } from './error-code.js';

/** Longest path of a socket: `sun_path` less its final zero. */
const SOCKET_PATH_BYTES = process.platform === 'darwin' ? 103 : 107;

/** What the engine puts below its temporary directory: `embedded-mongodb-XXXXXX/mongodb.sock`. */
const ENGINE_SOCKET_BYTES = 37;

/** Where everything of an embedded database lies. */
export interface EnginePaths {
  /** The files of the engine. */
  readonly database: string;
  /** Copies of the engine's libraries, where the machine needs them. */
  readonly libraries: string;
  /** Private temporary directory of the engine's process. */
  readonly sockets: string;
  /** The link that clients connect to. */
  readonly link: string;
  readonly uriFile: string;
  readonly uri: string;
}

function ensureWritable(directory: string): string {
  try {
    makeDirectory(directory);
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(directory);
  } catch (error) {
    throw new DatabaseStartError(
      `The data directory ${directory} cannot be created or written (${errorCode(error) ?? String(error)}); set DATA_DIR to a directory that this user owns.`,
      { cause: error },
    );
  }
}

const fits = (path: string): boolean => Buffer.byteLength(path) <= SOCKET_PATH_BYTES;

/** The name follows the data directory: what a killed process left behind is found again. */
function socketDirectory(dataDirectory: string): string {
  const name = `nadb-${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 8)}`;
  const candidates = [tmpdir(), '/tmp'].map((parent) => join(parent, name));
  const found = candidates.find((path) => fits(`${path}/${'x'.repeat(ENGINE_SOCKET_BYTES - 1)}`));
  if (found === undefined) {
    throw new DatabaseStartError(
      `The temporary directory ${tmpdir()} is too deep for a socket; set TMPDIR to a shorter path.`,
    );
  }
  return found;
}

/**
 * Finds and makes the places below a data directory. Directories are 0700.
 * @throws DatabaseStartError when it cannot be written.
 */
export function enginePaths(directory: string): EnginePaths {
  const data = ensureWritable(directory);
  const database = ensureWritable(join(data, 'mongodb'));
  const sockets = socketDirectory(data);
  const beside = join(data, 'mongodb.sock');
  // A deep data directory has no room for a socket path; the link then lies beside the sockets.
  const link = fits(`${beside}.${process.pid}`) ? beside : `${sockets}.sock`;
  return {
    database,
    libraries: join(data, 'engine'),
    sockets,
    link,
    uriFile: join(data, 'mongodb.uri'),
    // A `majority` of one node is acknowledged before its journal is on disk (ADR 0010): w=1 waits.
    uri: `mongodb://${encodeURIComponent(link)}/?directConnection=true&w=1&journal=true`,
  };
}
