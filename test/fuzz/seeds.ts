/** Seeds that found a fault; the fault is in the commit that added the seed. */
export const SEEDS: readonly number[] = [];
