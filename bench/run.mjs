#!/usr/bin/env node
/**
 * `npm run bench` runs all benchmarks, `npm run bench -- NAME …` some, and prints one table. `--smoke` takes
 * small sizes, which shows that they work; `--save` keeps the figures for `docs/benchmarks.md`.
 */
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = new URL('.', import.meta.url);
const names = readdirSync(here)
  .filter((name) => name.endsWith('.bench.mjs'))
  .map((name) => name.replace('.bench.mjs', ''));
const say = (text) => process.stdout.write(`${text}\n`);

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
  if (values.smoke) process.env.BENCH_SMOKE = '1';
  await runAll(positionals.length > 0 ? positionals : names, values.save);
}
