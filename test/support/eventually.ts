import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 20;
const PATIENCE_MS = 60_000;

/** Asks until the answer is the one that is waited for; what is written behind an answer needs it. */
export async function eventually<T>(
  ask: () => Promise<T>,
  isIt: (answer: T) => boolean,
): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    if (isIt(answer)) return answer;
    if (performance.now() > until) throw new Error(`still not so: ${JSON.stringify(answer)}`);
    await delay(POLL_MS);
  }
}
