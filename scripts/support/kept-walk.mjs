import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const KEPT = fileURLToPath(new URL('../../node_modules/.cache/long-tests/', import.meta.url));

/**
 * Where a walk keeps its data and how far it has come. One that was interrupted goes on from there when it is
 * started again; a short one begins anew, in a place of its own.
 * @param initial what is known at the beginning; JSON.
 */
export function keptWalk(name, { isShort, initial }) {
  const directory = isShort ? mkdtempSync(join(tmpdir(), `${name}-`)) : join(KEPT, name);
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'walk.json');
  const state = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : initial;
  return {
    directory,
    state,
    save() {
      writeFileSync(`${file}.new`, JSON.stringify(state));
      renameSync(`${file}.new`, file);
    },
    /** All of it is done, or it is not worth going on. */
    end() {
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
