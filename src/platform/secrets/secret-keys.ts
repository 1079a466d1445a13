import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config/config.js';
import { errorCode } from '../database/launcher/error-code.js';
import { SECRET_KEY_BYTES } from './secret-box.js';

const KEY_TEXT = /^[A-Za-z0-9+/_-]{43}=?$/;
const OTHERS = 0o077;

/**
 * The keys that seal stored secrets, newest first: `SECRETS_KEYS`, else the file `secrets.key` in the
 * data directory, which is made at the first start and belongs in the same backup as the data.
 * @throws ConfigError when the file cannot be read, is open to others or holds no keys.
 */
export function loadSecretKeys(
  data: Pick<Config['data'], 'directory' | 'secretsKeys'>,
): readonly Buffer[] {
  if (data.secretsKeys) return parseKeys(data.secretsKeys.reveal(), 'SECRETS_KEYS');
  const path = keyFileOf(data.directory);
  if (!canOpen(path)) makeKeyFile(data.directory, path);
  return parseKeys(readKeyFile(path), path);
}

/**
 * Puts a new key in front of those in the key file of a data directory.
 * @throws ConfigError when the file cannot be read or replaced; then it is as it was.
 */
export function addSecretKey(directory: string): { readonly path: string; readonly count: number } {
  const keys = loadSecretKeys({ directory, secretsKeys: undefined });
  const path = keyFileOf(directory);
  const draft = draftOf(path);
  try {
    const all = [randomBytes(SECRET_KEY_BYTES), ...keys];
    writeDraft(draft, all);
    renameSync(draft, path);
    syncDirectory(directory);
    return { path, count: all.length };
  } catch (error) {
    throw unusable(path, error);
  } finally {
    rmSync(draft, { force: true });
  }
}

function keyFileOf(directory: string): string {
  return join(directory, 'secrets.key');
}

function draftOf(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}`;
}

function writeDraft(draft: string, keys: readonly Buffer[]): void {
  const text = keys.map((key) => `${key.toString('base64')}\n`).join('');
  writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true });
}

function parseKeys(text: string, source: string): readonly Buffer[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  const valid = entries.every((entry) => KEY_TEXT.test(entry));
  if (valid && entries.length > 0) return entries.map((entry) => Buffer.from(entry, 'base64'));
  throw new ConfigError([
    `${source} must hold keys of ${SECRET_KEY_BYTES} bytes in base64, but is damaged: put the ` +
      'former keys back, because stored secrets can be read with them alone',
  ]);
}

/** False only for a file that is not there: one that cannot be read must not be replaced. */
function canOpen(path: string): boolean {
  try {
    closeSync(openSync(path, 'r'));
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw unusable(path, error);
  }
}

function readKeyFile(path: string): string {
  let text: string;
  let mode: number;
  try {
    const file = openSync(path, 'r');
    try {
      mode = fstatSync(file).mode;
      text = readFileSync(file, 'utf8');
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw unusable(path, error);
  }
  if ((mode & OTHERS) === 0) return text;
  throw new ConfigError([
    `${path} must be readable by its owner alone, but has mode ${(mode & 0o777).toString(8)}: ` +
      `run chmod 600 ${path}`,
  ]);
}

/**
 * The file appears whole or not at all, also after a power cut; of two processes that start
 * together one makes it and both read the same key.
 */
function makeKeyFile(directory: string, path: string): void {
  const draft = draftOf(path);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    writeDraft(draft, [randomBytes(SECRET_KEY_BYTES)]);
    linkSync(draft, path);
    syncDirectory(directory);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw unusable(path, error);
  } finally {
    rmSync(draft, { force: true });
  }
}

function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function unusable(path: string, error: unknown): ConfigError {
  return new ConfigError([
    `${path} must be a file that this process can make and read, but is not (${errorCode(error) ?? 'unknown error'})`,
  ]);
}
