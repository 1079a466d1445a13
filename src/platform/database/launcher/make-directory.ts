import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Makes a directory that this user alone can enter, and what is missing above it. Node's own
 * `recursive` never returns where the kernel answers that a parent is missing which is there (/proc).
 */
export function makeDirectory(directory: string): void {
  const path = resolve(directory);
  if (isDirectory(path)) return;
  if (path !== dirname(path)) makeDirectory(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!isDirectory(path)) throw error; // else another process was quicker
  }
}
