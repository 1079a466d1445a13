/** Between looks at a system that answers. */
export const PROBE_INTERVAL_MS = 60_000;
const FAILED_INTERVAL_MS = 15_000;
const FAILED_INTERVAL_MAX_MS = 600_000;
/** Looks differ by up to a tenth, so that integrations created together do not stay together. */
const JITTER = 0.1;

/**
 * How long to wait for the next look: a minute after one that passed; after failures a quarter of
 * one, twice as long each time, ten minutes at most.
 * @param random from 0 to below 1.
 */
export function nextProbeMs(failures: number, random: number): number {
  const failed = FAILED_INTERVAL_MS * 2 ** Math.min(failures - 1, 20);
  const interval = failures === 0 ? PROBE_INTERVAL_MS : Math.min(failed, FAILED_INTERVAL_MAX_MS);
  return Math.round(interval * (1 + JITTER * (2 * random - 1)));
}
