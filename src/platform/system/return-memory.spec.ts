import { expect, it } from 'vitest';
import { returnMemory } from './return-memory.js';

it('collects what nothing refers to, and can be asked again', async () => {
  const forgotten = Array.from({ length: 2 }, () => new WeakRef({ size: 'small' }));
  for (const one of forgotten) {
    await returnMemory();
    expect(one.deref()).toBeUndefined();
  }
});
