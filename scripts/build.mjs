#!/usr/bin/env node
/**
 * Builds the platform into `dist`: few files in place of two thousand, which is read in half the time. What is
 * loaded by its own file, by a thread or a child process, keeps its path. Types are not
 * checked here; `npm run typecheck` does that.
 */
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const sources = join(root, 'src');
const output = join(root, 'dist');
const fresh = join(root, 'dist.new');
const STARTED = ['main.js', 'cli.js'];
/** How a module is loaded by its file: by the platform, by the long tests, by benchmarks. */
const LOADED_BY_FILE = {
  src: /programFile\(\s*'((?:[\w-]+\/)+[\w.-]+\.js)'/g,
  scripts: /'(?:\.\.\/)+dist\/((?:[\w-]+\/)*[\w.-]+\.js)'/g,
  bench: /built\(\s*'((?:[\w-]+\/)*[\w.-]+\.js)'/g,
};
/** A package as the build has it, which a benchmark needs that adds to the platform: a second copy is another one. */
const PACKAGES_LOADED = /builtPackage\(\s*'([^']+)'/g;

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
  const packages = loadedByFile(['bench', PACKAGES_LOADED]);
  return Object.fromEntries([
    ...[...paths].map((path) => [path.slice(0, -'.js'.length), toSource(path)]),
    ...packages.map((name) => [`packages/${name}`, name]),
  ]);
}

/**
 * Packages of hundreds of small files each, more than half of what a start reads: they are taken into the
 * build. All others are loaded from `node_modules`, and so is what these import optionally and is not installed.
 * Not rxjs: within the build it made requests slower.
 */
const BUNDLED =
  /^(?:@nestjs\/[\w-]+|es-toolkit|class-validator|class-transformer|validator|libphonenumber-js)(?=\/|$)/;

function isBundled(id) {
  const [name] = BUNDLED.exec(id) ?? [];
  return name !== undefined && existsSync(join(root, 'node_modules', name));
}

/** `#…` is the folder of sources; what is neither that nor relative is a package, or Node's own. Packages are resolved by the bundler. */
const ownModules = {
  name: 'own-modules',
  resolveId(id, importer) {
    if (!importer) return null;
    if (id.startsWith('#')) return toSource(id.slice(1));
    const isRelative = id.startsWith('.');
    if (isRelative && importer.startsWith(sources))
      return join(dirname(importer), id.replace(/\.js$/, '.ts'));
    return isRelative || isBundled(id) ? null : { id, external: true };
  },
};

rmSync(fresh, { recursive: true, force: true });
const build = await rolldown({
  input: entries(),
  platform: 'node',
  // Decorators act when their class is read, though nothing imports what they do.
  treeshake: false,
  tsconfig: join(root, 'tsconfig.json'),
  plugins: [ownModules],
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
rmSync(output, { recursive: true, force: true });
renameSync(fresh, output);
