#!/usr/bin/env node
/** Builds the packages beside the platform: the typed client, and the command line with all that it needs in it. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const PACKAGES = { client: buildClient, cli: buildCommandLine };

function buildClient(directory) {
  const project = join(directory, 'tsconfig.build.json');
  const { status } = spawnSync(process.execPath, [compiler, '-p', project], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

/** Few files, because each costs time at every start; what is seldom needed is read when it is. */
async function buildCommandLine(directory) {
  const output = join(directory, 'dist');
  const build = await rolldown({
    input: join(directory, 'src', 'netadmin.ts'),
    platform: 'node',
    tsconfig: join(root, 'packages', 'tsconfig.json'),
  });
  await build.write({ dir: output, format: 'esm', minify: true, keepNames: true });
  await build.close();
  writeFileSync(join(output, 'LICENSES.txt'), licencesOf(directory));
  const manual = spawnSync(process.execPath, [join(output, 'netadmin.js'), 'manual'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  writeFileSync(join(output, 'netadmin.1'), manual.stdout);
  if (manual.status !== 0) process.exitCode = 1;
}

/** What the authors of packages ask for that are handed on within the program. */
function licencesOf(directory) {
  const { devDependencies } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const texts = Object.keys(devDependencies).map((name) => {
    const licence = join(root, 'node_modules', name, 'LICENSE');
    return `${name}\n\n${readFileSync(licence, 'utf8')}`;
  });
  return texts.join('\n\n');
}

for (const name of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PACKAGES)) {
  const directory = join(root, 'packages', name);
  rmSync(join(directory, 'dist'), { recursive: true, force: true });
  await PACKAGES[name](directory);
}
