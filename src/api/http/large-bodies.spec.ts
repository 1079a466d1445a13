import { describe, expect, it } from 'vitest';
import { LargeBodies } from './large-bodies.js';

describe('LargeBodies', () => {
  const setup = () => new LargeBodies({ inAllBytes: 40, perCallerBytes: 20 });

  it('takes so many bytes of one caller, and no more until one is let go', () => {
    const bodies = setup();
    const release = bodies.take('a', 15);
    expect(() => bodies.take('a', 6)).toThrow(
      expect.objectContaining({
        kind: 'too-many-requests',
        code: 'too-many-large-bodies',
        retryAfterSeconds: 5,
      }),
    );
    bodies.take('a', 5);
    bodies.take('b', 20);
    release();
    bodies.take('a', 15);
  });

  it('takes so many bytes in all', () => {
    const bodies = setup();
    bodies.take('a', 20);
    bodies.take('b', 15);
    expect(() => bodies.take('c', 6)).toThrow(
      expect.objectContaining({ kind: 'unavailable', retryAfterSeconds: 5 }),
    );
    bodies.take('c', 5);
  });
});
