import { describe, expect, it } from 'vitest';
import { placeOf, sentenceOf, sentencesOf } from './event-view.js';

const SENTENCES = sentencesOf([
  {
    source: 'engine',
    topic: 'jobError',
    schema: {},
    description: 'A job cannot go on by itself; the job itself says why',
  },
  {
    source: 'content',
    topic: 'workflowUpdated',
    description: 'A workflow was changed',
    schema: {},
  },
]);
const event = (source: string, topic: string, payload: object = {}) => ({
  seq: 7,
  source,
  topic,
  payload: payload as Record<string, unknown>,
});

describe('an event in words', () => {
  it.each([
    [
      event('engine', 'jobError', { workflowName: 'Turn up' }),
      'A job cannot go on by itself: Turn up',
    ],
    [event('content', 'workflowUpdated', { name: 'Turn up' }), 'A workflow was changed: Turn up'],
    [event('content', 'workflowUpdated', { name: null }), 'A workflow was changed'],
    [event('monitoring', 'linkDown', { device: 'edge-1' }), 'monitoring linkDown: edge-1'],
  ])('is %j', (given, words) => {
    expect(sentenceOf(given, SENTENCES)).toBe(words);
  });
});

describe('where an event leads', () => {
  it.each([
    ['the job', event('engine', 'jobError', { jobId: 'j1' }), '/jobs/j1'],
    ['the job that was mended', event('engine', 'jobControlled', { id: 'j1' }), '/jobs/j1'],
    ['the object', event('content', 'workflowUpdated', { name: 'a/b' }), '/workflows/a%2Fb'],
    [
      'itself, of what is gone',
      event('content', 'workflowDeleted', { name: 'a' }),
      '/events?event=7',
    ],
    [
      'itself, without a name',
      event('content', 'workflowUpdated', { name: null }),
      '/events?event=7',
    ],
    [
      'itself, of what has no screen',
      event('net', 'deviceGroupUpdated', { name: 'a' }),
      '/events?event=7',
    ],
    ['itself, of what others publish', event('monitoring', 'linkDown'), '/events?event=7'],
  ])('is %s', (_, given, path) => {
    expect(placeOf(given)).toBe(path);
  });
});
