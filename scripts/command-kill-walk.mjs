#!/usr/bin/env node
/**
 * Kills nodes at random commands to the database, before and after the engine has acted, while jobs run:
 * `node scripts/command-kill-walk.mjs [--short] [KILLS]`. Afterwards every job must have ended, with each of its
 * tasks run exactly as often as the workflow says, and no call made twice that must not be. It goes on where it
 * was stopped. `engine-kill-walk.mjs` kills whole processes instead, which takes seconds for each.
 */
import { register } from 'node:module';
import { join } from 'node:path';
import { buildLauncher } from '../test/support/build-launcher.mjs';
import { keptWalk } from './support/kept-walk.mjs';

register('./support/typescript-loader.mjs', import.meta.url);
const { quickKills } = await import('./support/quick-kills.mjs');
const { JobsNode } = await import('../test/support/jobs-node.ts');
const { directory, program } = await buildLauncher();
const { EmbeddedLauncher } = await import(join(directory, 'embedded.launcher.js'));

const IS_SHORT = process.argv.includes('--short');
const KILLS = Number(process.argv.slice(2).findLast((argument) => /^\d+$/.test(argument)) ?? 40);
const walk = keptWalk('kill-commands', {
  isShort: IS_SHORT,
  initial: { total: 0, before: 0, after: 0, jumps: 0, jobs: 0, unknown: 0, ms: 0 },
});
const engine = new EmbeddedLauncher({ directory: walk.directory, cacheMb: 256, program });
let isTold = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (isTold = true));

try {
  const { uri } = await engine.start();
  const say = (line) => process.stdout.write(`${line}\n`);
  await quickKills({ uri, JobsNode, say, isTold: () => isTold }, walk, KILLS);
} catch (error) {
  process.stderr.write(`command kill walk: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  await engine.stop();
  if (IS_SHORT) walk.end();
}
// What dead nodes have left behind, timers for example, keeps nothing alive.
process.exit();
