const WELL_MS = 60_000;
const FAILED_MS = 15_000;
const FAILED_MAX_MS = 600_000;
const JITTER = 0.1;

/**
 * How long until the next look at another system: a minute after one that passed; after failures a quarter of one, twice as
 * long each time, ten minutes at most. A tenth more or less, so that looks do not come together.
 * @param random from 0 to below 1.
 */
export function nextProbeMs(failures: number, random: number): number {
  const ms = failures === 0 ? WELL_MS : Math.min(FAILED_MAX_MS, FAILED_MS * 2 ** (failures - 1));
  return Math.round(ms * (1 + JITTER * (2 * random - 1)));
}
