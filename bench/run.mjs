#!/usr/bin/env node
/** `npm run bench -- NAME` runs `bench/NAME.bench.mjs`; without a name it lists what there is. */
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = new URL('.', import.meta.url);
const names = readdirSync(here)
  .filter((name) => name.endsWith('.bench.mjs'))
  .map((name) => name.replace('.bench.mjs', ''));
const wanted = process.argv.slice(2);

if (wanted.length === 0 || !wanted.every((name) => names.includes(name))) {
  process.stdout.write(`npm run bench -- NAME [NAME …], NAME one of: ${names.join(', ')}\n`);
  process.exitCode = wanted.length === 0 ? 0 : 1;
} else if (!existsSync(fileURLToPath(new URL('../dist/main.js', here)))) {
  process.stdout.write('Benchmarks measure the build: run `npm run build` first.\n');
  process.exitCode = 1;
} else {
  for (const name of wanted) {
    process.stdout.write(`\n# ${name}\n`);
    const { run } = await import(new URL(`${name}.bench.mjs`, here));
    await run();
  }
}
