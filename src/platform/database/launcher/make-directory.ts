import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a directory that this user alone can enter, and what is missing above it. Node's own
 * `recursive` never returns where the kernel answers that a parent is missing which is there (/proc).
 */
export function makeDirectory(directory: string): void {
  const path = resolve(directory);
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(path)) throw error; // else another process was quicker
  }
}
