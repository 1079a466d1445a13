import { setTimeout as delay } from 'node:timers/promises';

/** Between two questions, at first; later a tenth of the time that has gone by. */
const POLL_MS = 20;
const POLL_MOST_MS = 200;
const PATIENCE_MS = 60_000;

/** Asks until the answer is the one that is waited for; what is written behind an answer needs it. */
export async function eventually<T>(
  ask: () => Promise<T>,
  isIt: (answer: T) => boolean,
): Promise<T> {
  const since = performance.now();
  for (;;) {
    const answer = await ask();
    if (isIt(answer)) return answer;
    const waitedMs = performance.now() - since;
    if (waitedMs > PATIENCE_MS) throw new Error(`still not so: ${JSON.stringify(answer)}`);
    await delay(Math.min(Math.max(waitedMs / 10, POLL_MS), POLL_MOST_MS));
  }
}
