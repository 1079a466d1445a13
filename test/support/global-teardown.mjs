/** Ends the engine that `global-setup.mjs` started; a server of others is left as it is. */
export default async function globalTeardown() {
  await globalThis.stopTestDatabase?.();
}
