import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

const project = (name, include, extra = {}) => ({
  extends: true,
  test: { name, include, ...extra },
});

/**
 * The files of a project in an order that was drawn once for all, or with `--sequence.shuffle` for this run. The longest
 * first, as is usual, would bring those together that wait for clocks, and leave processors idle.
 */
class DrawnOrder extends BaseSequencer {
  sort(files) {
    return Promise.resolve(files.toSorted((a, b) => (this.place(a) < this.place(b) ? -1 : 1)));
  }

  place({ project, moduleId }) {
    const { root, sequence } = this.ctx.config;
    const drawn = createHash('sha1').update(`${sequence.seed ?? ''}${relative(root, moduleId)}`);
    return `${project.name} ${drawn.digest('hex')}`;
  }
}

/** One engine serves every file that needs a database; each file takes a database of its own. */
const withDatabase = { globalSetup: ['test/support/global-setup.mjs'] };

const WITH_DATABASE = [
  'src/**/*.int-spec.ts',
  'test/contract/**/*.contract-spec.ts',
  'test/e2e/**/*.e2e-spec.ts',
];

export default defineConfig({
  // What `paths` of tsconfig.json says: `#test/…` is the folder of tests, any other `#…` that of sources.
  resolve: {
    alias: [
      { find: /^#test\/(.*)\.js$/, replacement: join(import.meta.dirname, 'test/$1.ts') },
      { find: /^#(.*)\.js$/, replacement: join(import.meta.dirname, 'src/$1.ts') },
    ],
  },
  test: {
    // Files of a worker share its modules: reading the platform takes longer than most files take.
    isolate: false,
    // Compiled once, then read from the disk.
    experimental: { fsModuleCache: true },
    pool: 'forks',
    maxWorkers: 4,
    sequence: { sequencer: DrawnOrder },
    reporters: ['default', './test/support/contract-reporter.mjs'],
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      // Most code runs a few times in a test: optimising it costs more than it saves. A calculation in a loop is still
      // optimised, after fifteen times as many steps as usual.
      '--interrupt-budget=1000000',
      // The processors are busy with other files: threads that collect garbage in parallel would only compete.
      '--single-threaded-gc',
    ],
    // Only against tests that hang: a loaded machine takes its time, and a slow one three times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      project('unit', ['src/**/*.spec.ts', 'packages/*/src/**/*.spec.ts']),
      // One project, whose workers read the platform once for all of them.
      project('database', WITH_DATABASE, withDatabase),
    ],
  },
});
