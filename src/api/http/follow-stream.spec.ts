import { describe, expect, it } from 'vitest';
import { eventFrame } from './event-frame.js';
import {
  type FollowFrames,
  FollowStream,
  followRequest,
  type FollowRequest,
} from './follow-stream.js';

interface Counter {
  readonly rev: number;
  readonly count: number;
  readonly isDone: boolean;
}

const FRAMES: FollowFrames<Counter> = {
  snapshot: ({ rev, count }) => eventFrame(rev, 'snapshot', { count }),
  change: (before, { rev, count }) =>
    before.count === count ? '' : eventFrame(rev, 'change', { count }),
  end: ({ rev }) => eventFrame(rev, 'end', {}),
  hasEnded: ({ isDone }) => isDone,
};
const FROM_NOW: FollowRequest = { known: undefined, follows: true };

/** What a follower reads of a thing that goes through these states, one after each look. */
async function followed(
  states: readonly (Counter | null)[],
  request = FROM_NOW,
): Promise<string[]> {
  let at = 0;
  const look = () => Promise.resolve(states[Math.min(at++, states.length - 1)] ?? null);
  const stream = new FollowStream(look, FRAMES, request, 1);
  const chunks: string[] = [];
  for await (const chunk of stream.readable) {
    chunks.push(String(chunk));
    stream.wake();
  }
  const text = chunks.join('').replaceAll(': still here\n\n', '');
  return text.split('\n\n').slice(1, -1);
}

const state = (rev: number, count: number, isDone = false): Counter => ({ rev, count, isDone });

describe('FollowStream', () => {
  it('tells where the thing stands, what changes, and the end', async () => {
    expect(await followed([state(1, 0), state(2, 1), state(3, 1), state(4, 2, true)])).toEqual([
      'id: 1\nevent: snapshot\ndata: {"count":0}',
      'id: 2\nevent: change\ndata: {"count":1}',
      'id: 4\nevent: change\ndata: {"count":2}',
      'id: 4\nevent: end\ndata: {}',
    ]);
  });

  it('says nothing again to who knows the revision', async () => {
    const request = { known: 7, follows: true };
    expect(await followed([state(7, 0, true)], request)).toEqual(['id: 7\nevent: end\ndata: {}']);
    expect(await followed([state(8, 0, true)], request)).toHaveLength(2);
  });

  it('ends with what is there for who does not follow', async () => {
    const request = { known: undefined, follows: false };
    expect(await followed([state(1, 0)], request)).toEqual([
      'id: 1\nevent: snapshot\ndata: {"count":0}',
    ]);
  });

  it('ends when the thing is gone', async () => {
    expect(await followed([null])).toEqual([]);
    expect(await followed([state(1, 0), null])).toHaveLength(1);
  });

  it('knows the revision that it looked at last', async () => {
    const stream = new FollowStream(() => Promise.resolve(state(5, 0)), FRAMES, FROM_NOW);
    expect(stream.rev).toBe(0);
    const chunks = stream.readable[Symbol.asyncIterator]();
    await chunks.next();
    await chunks.next();
    expect(stream.rev).toBe(5);
    stream.readable.destroy();
  });
});

describe('followRequest', () => {
  const request = (headers: object, method = 'GET') => ({ method, headers: { ...headers } });

  it('follows for who accepts a stream, from what it has seen', () => {
    const accept = 'text/event-stream';
    expect(followRequest(request({ accept, 'last-event-id': '12' }))).toEqual({
      known: 12,
      follows: true,
    });
    expect(followRequest(request({ accept }, 'HEAD')).follows).toBe(false);
    expect(followRequest(request({ 'last-event-id': '' }))).toEqual({
      known: undefined,
      follows: false,
    });
  });

  it.each(['x', '-1', '1.5', '1'.repeat(16)])('refuses %j as what was seen', (id) => {
    expect(() => followRequest(request({ 'last-event-id': id }))).toThrow(/no id of an event/);
  });
});
