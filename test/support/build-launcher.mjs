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
const sources = join(root, 'src');
const LAUNCHER = 'platform/database/launcher';
const cache = join(root, 'node_modules', '.cache', 'test-launcher');

async function compileInto(directory, files) {
  const temporary = `${directory}.${process.pid}`;
  for (const [file] of files) {
    const code = await compileTypeScript(join(sources, file));
    const path = join(temporary, file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
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
 * TypeScript. It imports nothing of ours but where its program lies, so that is all that is needed.
 * Returns its directory and the engine's program.
 */
export async function buildLauncher() {
  const files = readdirSync(join(sources, LAUNCHER))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts'))
    .map((file) => `${LAUNCHER}/${file}`)
    .concat('platform/config/program-file.ts')
    .map((file) => [file, readFileSync(join(sources, file), 'utf8')]);
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  const built = join(cache, hash);
  if (!existsSync(built)) await compileInto(built, files);
  const directory = join(built, LAUNCHER);
  return { directory, program: join(directory, 'embedded-engine.process.js') };
}
