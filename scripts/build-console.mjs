#!/usr/bin/env node
/**
 * Builds the web console into `packages/console/dist`, when something of it has changed: files with
 * names by their content, each also packed, so that the server packs nothing. `--changed` only says by its
 * exit code whether there is something to build.
 */
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
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const console_ = join(root, 'packages', 'console');
const output = join(console_, 'dist');
const fresh = join(console_, 'dist.new');
const lock = join(console_, 'dist.lock');
const stamp = join(output, '.sources');
/** No build takes as long: whoever held the lock is gone. */
const LOCK_MS = 120_000;

/** A fingerprint of what the build reads: contents, so that a fresh checkout of the same is the same. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const directory of [join(console_, 'src'), join(root, 'packages', 'client', 'src')]) {
    for (const name of readdirSync(directory, { recursive: true }).sort()) {
      const path = join(directory, name);
      if (!name.includes('.spec.') && statSync(path).isFile()) {
        hash.update(`${name}\n`).update(readFileSync(path));
      }
    }
  }
  hash.update(readFileSync(join(console_, 'package.json')));
  hash.update(readFileSync(fileURLToPath(import.meta.url)));
  return hash.digest('hex');
}

const isBuilt = (current) => existsSync(stamp) && readFileSync(stamp, 'utf8') === current;

/** Tests that run at the same time build once. */
async function locked(work) {
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const held = statSync(lock, { throwIfNoEntry: false });
      if (held && Date.now() - held.mtimeMs > LOCK_MS) rmSync(lock, { recursive: true });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

async function buildFresh() {
  // Whoever builds, React is the one without its checks: Vite asks the environment.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  rmSync(fresh, { recursive: true, force: true });
  await build({
    configFile: false,
    root: join(console_, 'src'),
    base: '/console/',
    logLevel: 'warn',
    mode: 'production',
    build: {
      outDir: fresh,
      emptyOutDir: true,
      target: ['chrome123', 'firefox120', 'safari17.5'],
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: {
        // React's marks for servers that render: there is none here.
        onwarn: (warning, warn) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && warn(warning),
      },
    },
  });
}

function pack() {
  const assets = join(fresh, 'assets');
  for (const name of readdirSync(assets)) {
    const bytes = readFileSync(join(assets, name));
    writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes));
  }
}

const current = fingerprint();
if (process.argv.includes('--changed')) {
  process.exitCode = isBuilt(current) ? 1 : 0;
} else if (!isBuilt(current)) {
  await locked(async () => {
    if (isBuilt(current)) return;
    await buildFresh();
    pack();
    writeFileSync(join(fresh, '.sources'), current);
    rmSync(output, { recursive: true, force: true });
    renameSync(fresh, output);
  });
}
