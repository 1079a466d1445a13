#!/usr/bin/env node
/**
 * Builds the platform into `dist`: few files in place of two thousand, which is read in half the time. What is
 * loaded by its own file, by a thread or a child process, keeps its path. Types are not
 * checked here; `npm run typecheck` does that.
 */
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { fingerprint, PLATFORM, STAMP } from './support/builds.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const sources = join(root, 'src');
const { output } = PLATFORM;
const fresh = join(root, 'dist.new');
const STARTED = ['main.js', 'cli.js'];
/** How a module is loaded by its file: by the platform, by the long tests, by benchmarks. */
const LOADED_BY_FILE = {
  src: /programFile\(\s*'((?:[\w-]+\/)+[\w.-]+\.js)'/g,
  scripts: /'(?:\.\.\/)+dist\/((?!packages\/)(?:[\w-]+\/)*[\w.-]+\.js)'/g,
  bench: /built\(\s*'((?:[\w-]+\/)*[\w.-]+\.js)'/g,
};
/** A package as the build has it, for whoever adds to the platform or changes it: a second copy is another one. */
const PACKAGES_LOADED = {
  scripts: /'(?:\.\.\/)+dist\/packages\/([^']+)\.js'/g,
  bench: /builtPackage\(\s*'([^']+)'/g,
};

const toSource = (path) => join(sources, path.replace(/\.js$/, '.ts'));

function loadedByFile([folder, pattern]) {
  const directory = join(root, folder);
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true })
    .filter((name) => /\.m?[jt]s$/.test(name) && !name.endsWith('spec.ts'))
    .flatMap((name) => [...readFileSync(join(directory, name), 'utf8').matchAll(pattern)])
    .map(([, path]) => path);
}

/** The modules that keep a file of their own, by their path in `dist`. */
function entries() {
  const paths = new Set([...STARTED, ...Object.entries(LOADED_BY_FILE).flatMap(loadedByFile)]);
  const packages = Object.entries(PACKAGES_LOADED).flatMap(loadedByFile);
  return Object.fromEntries([
    ...[...paths].map((path) => [path.slice(0, -'.js'.length), toSource(path)]),
    ...packages.map((name) => [`packages/${name}`, name]),
  ]);
}

/**
 * Packages are taken into the build, since finding and reading their files one by one takes longer than compiling them.
 * Loaded from `node_modules` are those with native code, those that few starts need, and the one that has to
 * run before all others.
 */
const NOT_BUNDLED =
  /^(?:@0q|@node-rs|@seriousme|bullmq|ioredis|ldapts|nodemailer|openid-client|reflect-metadata|ssh2|undici|yaml)(?=\/|$)/;

/** The build for Node is CommonJS, which is slower within a bundle. */
const RXJS_MODULES = {
  'rxjs/operators': join(root, 'node_modules/rxjs/dist/esm/operators/index.js'),
  rxjs: join(root, 'node_modules/rxjs/dist/esm/index.js'),
};

/** `#…` is the folder of sources; what is neither that nor relative is a package, or Node's own. */
const ownModules = {
  name: 'own-modules',
  async resolveId(id, importer, { kind }) {
    if (!importer) return null;
    if (id.startsWith('#')) return toSource(id.slice(1));
    if (id.startsWith('.') && importer.startsWith(sources))
      return join(dirname(importer), id.replace(/\.js$/, '.ts'));
    if (importer.endsWith(WHEN_USED)) return id;
    if (NOT_BUNDLED.test(id)) return { id, external: true };
    const found = await this.resolve(id, importer, { skipSelf: true, kind });
    // Not found: an optional package, which its user tries to load.
    return found ?? { id, external: true };
  },
};

const WHEN_USED = '?when-used.cjs';
/** Large tables: of host names, passwords and telephone numbers in all scripts of the world. */
const RUN_WHEN_USED = /^(?:tr46|@mongodb-js\/saslprep|libphonenumber-js\/max)$/;

/** Packages that every start would read and few processes ask for anything: they run when one of their functions is first read. */
const runWhenUsed = {
  name: 'run-when-used',
  async resolveId(id, importer, { kind }) {
    if (!RUN_WHEN_USED.test(id)) return null;
    return (await this.resolve(id, importer, { skipSelf: true, kind })).id + WHEN_USED;
  },
  load(id) {
    if (!id.endsWith(WHEN_USED)) return null;
    const path = id.slice(0, -WHEN_USED.length);
    const names = JSON.stringify(Object.keys(createRequire(path)(path)));
    return `for (const name of ${names})
  Object.defineProperty(exports, name, { get: () => require(${JSON.stringify(path)})[name] });`;
  },
};

const AS_MODULE = '?as-module.mjs';

function isCommonJs(path) {
  if (!path.endsWith('.js')) return path.endsWith('.cjs');
  let folder = dirname(path);
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).type !== 'module';
}

/**
 * CommonJS as Node shows it to modules that import it: the values that were exported, without the object that they
 * belong to. The bundler shows an object that inherits from that one, which mongoose takes for itself.
 */
const commonJsAsModules = {
  name: 'common-js-as-modules',
  async resolveId(id, importer, { kind }) {
    if (importer?.endsWith(AS_MODULE)) return id;
    if (!importer || kind === 'require-call' || /^[.#]/.test(id)) return null;
    const found = await this.resolve(id, importer, { skipSelf: true, kind });
    const isWrapped = found && !found.external && !(id in RXJS_MODULES) && isCommonJs(found.id);
    return isWrapped ? found.id + AS_MODULE : found;
  },
  async load(id) {
    if (!id.endsWith(AS_MODULE)) return null;
    const path = id.slice(0, -AS_MODULE.length);
    const names = Object.keys(await import(pathToFileURL(path))).filter(
      (name) => name !== 'default' && name !== 'module.exports',
    );
    return `import all from ${JSON.stringify(path)};
export default all;
export const { ${names.join(', ')} } = all;`;
  },
};

// Before anything is read: what changes meanwhile is built next time.
const stamp = fingerprint(PLATFORM.sources);
rmSync(fresh, { recursive: true, force: true });
const build = await rolldown({
  input: entries(),
  platform: 'node',
  resolve: { alias: RXJS_MODULES },
  // Decorators act when their class is read, though nothing imports what they do.
  treeshake: false,
  tsconfig: join(root, 'tsconfig.json'),
  plugins: [runWhenUsed, commonJsAsModules, ownModules],
});
await build.write({
  dir: fresh,
  format: 'esm',
  sourcemap: true,
  // One character beyond Latin-1 makes V8 keep all of a file in two bytes for each character.
  charset: 'ascii',
  comments: { legal: true, annotation: false, jsdoc: false },
  // Names of classes are those of schemas, log lines and providers.
  keepNames: true,
  entryFileNames: '[name].js',
  // `src/platform/config/program-file.ts` counts on the depth.
  chunkFileNames: 'parts/shared/[name]-[hash].js',
});
cpSync(join(sources, 'api/openapi/page'), join(fresh, 'api/openapi/page'), { recursive: true });
writeFileSync(join(fresh, STAMP), stamp);
rmSync(output, { recursive: true, force: true });
renameSync(fresh, output);
