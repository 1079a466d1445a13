#!/usr/bin/env node
/**
 * `npm run bench` runs all benchmarks, `npm run bench -- NAME …` some, and prints one table. `--smoke` takes
 * small sizes, two benchmarks at a time, which shows that they work; `--save` keeps the figures for `docs/benchmarks.md`.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = new URL('.', import.meta.url);
const names = readdirSync(here)
  .filter((name) => name.endsWith('.bench.mjs'))
  .map((name) => name.replace('.bench.mjs', ''));
const say = (words) => process.stdout.write(`${words}\n`);
/** Most of a small benchmark is starting what it measures. */
const SMALL_AT_ONCE = 2;

async function runAll(wanted, save) {
  const { HEAD, line, takeRows } = await import('./support/report.mjs');
  const { saveResults } = await import('./support/results.mjs');
  const failed = [];
  say(line(HEAD));
  for (const name of wanted) {
    say(`\n# ${name}`);
    try {
      const { run } = await import(new URL(`${name}.bench.mjs`, here));
      await run();
      if (save) await saveResults(name, takeRows());
      else takeRows();
    } catch (error) {
      takeRows();
      failed.push(name);
      say(`FAILED: ${error.stack}`);
    }
  }
  report(failed);
}

/** Each in a process of its own, which prints when it is at its end: their figures say nothing. */
async function runSmall(wanted) {
  const waiting = [...wanted];
  const failed = [];
  const runNext = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const child = spawn(process.execPath, [process.argv[1], '--smoke', name], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const code = new Promise((resolve) => child.once('close', resolve));
      say(await text(child.stdout));
      if ((await code) !== 0) failed.push(name);
    }
  };
  await Promise.all(Array.from({ length: SMALL_AT_ONCE }, runNext));
  report(failed);
}

function report(failed) {
  if (failed.length === 0) return;
  say(`\nfailed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

const { values, positionals } = parseArgs({
  options: { smoke: { type: 'boolean' }, save: { type: 'boolean' } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0 || (values.smoke && values.save)) {
  say(`npm run bench -- [--smoke | --save] [NAME …], NAME one of: ${names.join(', ')}`);
  process.exitCode = 1;
} else if (!existsSync(fileURLToPath(new URL('../dist/main.js', here)))) {
  say('Benchmarks measure the build: run `npm run build` first.');
  process.exitCode = 1;
} else {
  const wanted = positionals.length > 0 ? positionals : names;
  if (values.smoke) process.env.BENCH_SMOKE = '1';
  await (values.smoke && wanted.length > 1 ? runSmall(wanted) : runAll(wanted, values.save));
}
