import { describe, expect, it } from 'vitest';
import { HandClock } from '#test/support/hand-clock.js';
import { type Work, type WorkKind } from '../../../cores/command-templates/work.js';
import { evaluateInTurns } from './evaluate-in-turns.js';

describe('the evaluator of templates', () => {
  const clock = new HandClock();
  const evaluate = <T>(work: Work<T>): Promise<T> => evaluateInTurns(work, clock);

  /** Pieces of these kinds that take so many milliseconds each; answers which of them were allowed. */
  function* pieces(kinds: readonly WorkKind[], ms: number): Work<readonly boolean[]> {
    const allowed: boolean[] = [];
    for (const kind of kinds) {
      const goOn = yield kind;
      allowed.push(goOn);
      if (goOn) clock.advance({ ms });
    }
    return allowed;
  }
  const times = (count: number, kind: WorkKind): WorkKind[] =>
    Array.from({ length: count }, () => kind);

  it('answers what the work comes to', async () => {
    expect(await evaluate(pieces([], 0))).toEqual([]);
  });

  it('gives verdicts twenty seconds, and marks two of their own', async () => {
    const verdicts = await evaluate(pieces(times(30, 'verdict'), 1000));
    expect(verdicts.filter((allowed) => allowed)).toHaveLength(20);
    const marks = await evaluate(pieces(times(30, 'marks'), 500));
    expect(marks.filter((allowed) => allowed)).toHaveLength(4);
  });

  it('marks nothing after a piece that took more than a second', async () => {
    expect(await evaluate(pieces(['verdict', 'marks', 'verdict'], 1001))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('lets others work in between', async () => {
    const order: string[] = [];
    const work = evaluate(pieces(times(3, 'verdict'), 50)).then(() => order.push('judged'));
    setImmediate(() => order.push('other'));
    await work;
    expect(order).toEqual(['other', 'judged']);
  });
});
