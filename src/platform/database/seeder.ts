import { type Seed } from './seed.js';

/** Runs the seeds in their order: later ones may rely on what earlier ones made. */
export async function runSeeds(
  seeds: readonly Seed[],
  signal: AbortSignal,
  onSeed: (name: string) => void,
): Promise<void> {
  for (const seed of seeds) {
    signal.throwIfAborted();
    onSeed(seed.name);
    await seed.run();
  }
}
