import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileTypeScript } from '../../scripts/support/compile-typescript.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const sources = join(root, 'src', 'platform', 'database', 'launcher');
const cache = join(root, 'node_modules', '.cache', 'test-launcher');

async function compileInto(directory, files) {
  const temporary = `${directory}.${process.pid}`;
  mkdirSync(temporary, { recursive: true });
  for (const [file] of files) {
    const code = await compileTypeScript(join(sources, file));
    writeFileSync(join(temporary, file.replace(/\.ts$/, '.js')), code);
  }
  try {
    renameSync(temporary, directory);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (!existsSync(directory)) throw error; // else another run was quicker
  }
}

/**
 * Compiles the launcher's folder, because the engine's process is a Node of its own which knows no
 * TypeScript. The folder imports nothing of ours from outside, so it is all that is needed.
 * Returns its directory and the engine's program.
 */
export async function buildLauncher() {
  const files = readdirSync(sources)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts'))
    .map((file) => [file, readFileSync(join(sources, file), 'utf8')]);
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  const directory = join(cache, hash);
  if (!existsSync(directory)) await compileInto(directory, files);
  return { directory, program: join(directory, 'embedded-engine.process.js') };
}
