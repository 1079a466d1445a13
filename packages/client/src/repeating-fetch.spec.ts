import { describe, expect, it } from 'vitest';
import { repeatingFetch } from './repeating-fetch.js';

const AT_ONCE = { 'retry-after': '0' };
const KEYED = { method: 'POST', body: 'x', headers: { 'idempotency-key': 'k' } };
const answer = (status: number, headers = {}) => new Response('', { status, headers });

/** What comes of a request that is answered by these, one after the other; and how often it was sent. */
async function sent(init: RequestInit, answers: readonly (Response | Error)[]) {
  const bodies: string[] = [];
  const fetch = repeatingFetch(async (input) => {
    bodies.push(await (input as Request).text());
    const next = answers[bodies.length - 1];
    if (next instanceof Response) return next;
    throw next ?? new Error('sent too often');
  }, 3);
  const outcome = await fetch('http://platform/', init).then(
    ({ status }) => status,
    (error: unknown) => (error as Error).message,
  );
  return { outcome, bodies };
}

describe('sending requests again', () => {
  it.each([
    ['a read', {}, 503],
    ['a change with a key', KEYED, 503],
    ['a change whose first sending is still carried out', KEYED, 409],
    ['a change without a key that was not begun', { method: 'POST', body: 'x' }, 429],
  ])('%s', async (_, init, status) => {
    const { outcome, bodies } = await sent(init, [answer(status, AT_ONCE), answer(200)]);
    expect(outcome).toBe(200);
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toBe(bodies[0]);
  });

  it.each([
    ['a change without a key', { method: 'POST', body: 'x' }, answer(503, AT_ONCE), 503],
    ['a conflict that stays one', KEYED, answer(409), 409],
    ['what asks for more patience than there is', {}, answer(429, { 'retry-after': '3600' }), 429],
    ['a change without a key whose answer is lost', { method: 'POST' }, new Error('cut'), 'cut'],
  ])('not %s', async (_, init, first, outcome) => {
    expect(await sent(init, [first])).toMatchObject({ outcome, bodies: { length: 1 } });
  });

  it('is content with no content, where a browser gives it an empty body', async () => {
    const deleted = new Response(null, { status: 204 });
    Object.defineProperty(deleted, 'body', { value: new Response('').body });
    expect(await sent({ method: 'DELETE' }, [deleted])).toEqual({ outcome: 204, bodies: [''] });
  });

  it('ends after the given number, with the last answer', async () => {
    const lost = [answer(503, AT_ONCE), answer(503, AT_ONCE), answer(502, AT_ONCE)];
    expect(await sent({}, lost)).toMatchObject({ outcome: 502, bodies: { length: 3 } });
  });
});
