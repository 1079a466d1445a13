import { describe, expect, it } from 'vitest';
import { childJobId, iterationId } from './ids.js';

describe('derived ids', () => {
  it('are the same for the same iteration, and look like ids of their kind', () => {
    const id = iterationId('job', 'a1', 1);
    expect(iterationId('job', 'a1', 1)).toBe(id);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(childJobId(id, 0)).toMatch(/^[0-9a-f]{24}$/);
  });

  it('differ as soon as a part does, wherever one part ends and the next begins', () => {
    const ids = [
      iterationId('job', 'a1', 1),
      iterationId('job', 'a1', 2),
      iterationId('job', 'a', 11),
      iterationId('joba', '1', 1),
      childJobId('one', 1),
      childJobId('one', 11),
      childJobId('one1', 1),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});
