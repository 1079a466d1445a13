import { describe, expect, it } from 'vitest';
import { type JsonObject } from '#kernel/json.js';
import { type ValueRef } from '#cores/engine/value-ref.js';
import { findInTurns, JobSecrets, secretsOf } from './job-secrets.js';

/** A value that counts how often it is looked into. */
function counted(members: JsonObject): { held: ValueRef; looks: () => number } {
  let looks = 0;
  const value = new Proxy(members, {
    ownKeys: (target) => {
      looks += 1;
      return Reflect.ownKeys(target);
    },
  });
  return { held: { kind: 'here', value }, looks: () => looks };
}

describe('secrets of a job', () => {
  it('are not looked for again in what was looked through in turns', async () => {
    const { held, looks } = counted({ password: 'hidden-7f3', note: 'known-91c is here' });
    const secrets = new JobSecrets(['known-91c']);
    await findInTurns(held, 'x');
    await secrets.lookThrough(held);
    const before = looks();
    expect(before).toBeGreaterThan(0);
    expect([...secretsOf(held, 'x')]).toEqual(['hidden-7f3']);
    expect(secrets.hides(held, 'x')).toBe(true);
    expect(looks()).toBe(before);
  });

  it('are found by a value that holds one of them under an ordinary name', async () => {
    const { held, looks } = counted({ note: 'known-91c is here' });
    const secrets = new JobSecrets(['known-91c']);
    await findInTurns(held, 'x');
    await secrets.lookThrough(held);
    const before = looks();
    expect(secrets.hides(held, 'x')).toBe(true);
    expect(looks()).toBe(before);
  });
});
