import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isInside } from './package-folder.js';

/**
 * True when a directory lies below one of the roots, links followed. It need not exist: then the
 * part of its path that does decides.
 */
export async function liesBelow(path: string, roots: readonly string[]): Promise<boolean> {
  if (path.includes('\0')) return false;
  const place = await realPlace(resolve(path));
  const places = await Promise.all(roots.map((root) => realPlace(resolve(root))));
  return places.some((root) => isInside(place, root));
}

async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    // Nothing there, or nothing that may be looked at: reading it will say why.
    const parent = dirname(path);
    return parent === path ? path : join(await realPlace(parent), path.slice(parent.length));
  }
}
