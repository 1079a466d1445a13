import { describe, expect, it } from 'vitest';
import { EventBatch } from './event-batch.js';

describe('a batch of events', () => {
  it('looks each thing up once', async () => {
    const batch = new EventBatch();
    const looks: string[] = [];
    const look = (what: string) => () => {
      looks.push(what);
      return Promise.resolve(what.length);
    };
    expect(await batch.once('webhooks', look('webhooks'))).toBe(8);
    expect(await batch.once('webhooks', look('webhooks'))).toBe(8);
    expect(await batch.once('triggers', look('triggers'))).toBe(8);
    expect(looks).toEqual(['webhooks', 'triggers']);
  });

  it('knows nothing of another batch', async () => {
    await new EventBatch().once('webhooks', () => Promise.resolve(['old']));
    const found = await new EventBatch().once('webhooks', () => Promise.resolve(['new']));
    expect(found).toEqual(['new']);
  });
});
