import { describe, expect, it } from 'vitest';
import { SessionUses } from './session-uses.js';

const [early, late] = [new Date(1000), new Date(2000)];

describe('SessionUses', () => {
  it('knows the latest use until it is recorded', () => {
    const uses = new SessionUses();
    uses.note('a', early);
    uses.note('a', late);
    expect(uses.lastUse('a')).toBe(late);
    expect(uses.unrecorded()).toEqual([['a', late]]);
    uses.recorded(uses.unrecorded());
    expect(uses.lastUse('a')).toBeUndefined();
    expect(uses.unrecorded()).toEqual([]);
  });

  it('keeps a use that came while an earlier one was being recorded', () => {
    const uses = new SessionUses();
    uses.note('a', early);
    const beingRecorded = uses.unrecorded();
    uses.note('a', late);
    uses.recorded(beingRecorded);
    expect(uses.unrecorded()).toEqual([['a', late]]);
  });
});
