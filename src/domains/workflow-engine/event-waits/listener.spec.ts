import { describe, expect, it } from 'vitest';
import { isMeant, listenedEvent, listenerSchema, readListener } from './listener.js';

const SCHEMA = { type: 'object', required: ['port'] };

describe('isMeant', () => {
  it.each([
    [{}, {}, true],
    [{ schema: '' }, {}, true],
    [{ schema: SCHEMA }, { port: 1 }, true],
    [{ schema: SCHEMA }, { line: 1 }, false],
    [{ filter: SCHEMA }, { line: 1 }, false],
    [{ schema: { type: 'nonsense' } }, {}, false],
  ])('of %j and %j is %j', async (listener, payload, expected) => {
    expect(await isMeant(listener, payload)).toBe(expected);
  });
});

describe('listenerSchema', () => {
  it('is the schema before the filter', () => {
    expect(listenerSchema({ schema: SCHEMA, filter: {} })).toBe(SCHEMA);
  });
});

describe('readListener', () => {
  it('reads what is stored', () => {
    expect(readListener('{"source":"s"}')).toEqual({ source: 's' });
    expect(readListener('[]')).toEqual({});
  });
});

describe('listenedEvent', () => {
  it('is the event as lists show it', () => {
    const event = { id: 'e', seq: 1, source: 's', topic: 't', time: new Date(0), actor: null };
    expect(listenedEvent({ ...event, payload: { n: 1 } })).toEqual({
      _id: 'e',
      source: 's',
      topic: 't',
      actor: null,
      time: '1970-01-01T00:00:00.000Z',
      payload: { n: 1 },
    });
  });
});
