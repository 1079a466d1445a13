import { describe, expect, it } from 'vitest';
import { type ValueRef } from '../../../cores/engine/value-ref.js';
import { ValueBudget } from './value-budget.js';

const MIB = 1024 * 1024;
const stored = (bytes: number, more: object = {}): ValueRef => ({
  kind: 'stored',
  hash: 'h',
  bytes,
  ...more,
});

describe('the room of an answer', () => {
  it('goes to large values in their order; what no longer fits is named by its length', () => {
    const budget = new ValueBudget();
    const small: ValueRef = { kind: 'here', value: 1 };
    const fitted = budget.fit({
      a: stored(5 * MIB),
      small,
      b: stored(4 * MIB),
      c: stored(3 * MIB),
    });
    expect(fitted).toEqual({
      a: stored(5 * MIB),
      small,
      b: { kind: 'here', value: `<${String(4 * MIB)} bytes: too long for an answer with others>` },
      c: stored(3 * MIB),
    });
    expect(budget.fit({ d: stored(1) })['d']).toMatchObject({ kind: 'here' });
  });

  it('is not needed for what is not shown', () => {
    const secret = stored(100 * MIB, { secret: true });
    expect(new ValueBudget().fit({ secret })).toEqual({ secret });
  });
});
