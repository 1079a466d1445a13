/**
 * Where the program lies: `src` when the sources run, `dist` when the build runs. The build puts what is
 * shared into files two folders deep as well (`scripts/build.mjs`), so the way up is the same.
 */
const ROOT = new URL('../../', import.meta.url);

/**
 * A file of the program, by its path below `src`; a module ends in `.js`. The build finds the modules that
 * are loaded by their file, in threads and child processes, by the calls of this function.
 */
export const programFile = (path: string): URL => new URL(path, ROOT);
