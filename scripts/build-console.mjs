#!/usr/bin/env node
/**
 * Builds the web console into `packages/console/dist`, when something of it has changed: files with
 * names by their content, each also packed, so that the server packs nothing.
 */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { CONSOLE, CONSOLE_PAGES, fingerprint, isBuilt, STAMP } from './support/builds.mjs';

const { output, sources } = CONSOLE_PAGES;
const fresh = join(CONSOLE, 'dist.new');
const lock = join(CONSOLE, 'dist.lock');
/** No build takes as long: whoever held the lock is gone. */
const LOCK_MS = 120_000;

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
    root: join(CONSOLE, 'src'),
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
        // Texts go to where they are shown, so that no page loads those of others.
        optimization: { inlineConst: { mode: 'all' } },
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

const current = fingerprint(sources);
if (!isBuilt(CONSOLE_PAGES, current)) {
  await locked(async () => {
    if (isBuilt(CONSOLE_PAGES, current)) return;
    await buildFresh();
    pack();
    writeFileSync(join(fresh, STAMP), current);
    rmSync(output, { recursive: true, force: true });
    renameSync(fresh, output);
  });
}
