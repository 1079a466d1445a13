import { lstatSync, mkdirSync } from 'node:fs';
import { DatabaseStartError } from './database-start-error.js';

/**
 * Makes a directory below the temporary one that this user alone can enter. Another user could have
 * put a directory of this name there first, to look into ours.
 * @throws DatabaseStartError when it is not ours.
 */
export function makePrivateDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { mode, uid } = lstatSync(directory);
  const isOurs = uid === process.getuid?.() && (mode & 0o170077) === 0o040000;
  if (!isOurs) {
    throw new DatabaseStartError(
      `${directory} is not a private directory of this user; remove it or set TMPDIR.`,
    );
  }
}
