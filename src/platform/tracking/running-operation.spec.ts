import { describe, expect, it } from 'vitest';
import { OperationCancelled } from './operation-cancelled.js';
import { OperationInterrupted } from './operation-interrupted.js';
import { RunningOperation } from './running-operation.js';
import { type OperationFigures } from './tracked-operation.js';

const figures = (done: number): OperationFigures => ({ done, total: 100, step: 'x' });

/** Where an operation is written, with what was. */
class Record {
  readonly written: OperationFigures[] = [];
  isCancelAsked = false;
  isAway = false;

  readonly report = (told: OperationFigures): Promise<boolean> => {
    if (this.isAway) return Promise.reject(new Error('the database is away'));
    this.written.push(told);
    return Promise.resolve(this.isCancelAsked);
  };
  readonly decide = (): Promise<boolean> => Promise.resolve(!this.isCancelAsked);
}

describe('RunningOperation', () => {
  it('writes the latest of many figures', async () => {
    const record = new Record();
    const running = new RunningOperation(record);
    for (let done = 1; done <= 100; done += 1) running.progress.report(figures(done));
    await running.settled();
    expect(record.written).toEqual([figures(100)]);
  });

  it('writes figures while the work goes on', async () => {
    const record = new Record();
    const running = new RunningOperation(record);
    running.progress.report(figures(1));
    while (record.written.length === 0) await new Promise(setImmediate);
    running.progress.report(figures(2));
    await running.settled();
    expect(record.written).toEqual([figures(1), figures(2)]);
  });

  it('learns by writing that somebody has asked for its end', async () => {
    const record = new Record();
    const running = new RunningOperation(record);
    record.isCancelAsked = true;
    running.progress.report(figures(1));
    await running.settled();
    expect(running.progress.signal.reason).toBeInstanceOf(OperationCancelled);
  });

  it('loses figures and no work when the database is away', async () => {
    const record = new Record();
    const running = new RunningOperation(record);
    record.isAway = true;
    running.progress.report(figures(1));
    await running.settled();
    expect(running.progress.signal.aborted).toBe(false);
  });

  it('decides nothing once somebody was faster', async () => {
    const record = new Record();
    const running = new RunningOperation(record);
    await running.progress.decide();
    record.isCancelAsked = true;
    await expect(running.progress.decide()).rejects.toBeInstanceOf(OperationCancelled);
    expect(running.progress.signal.aborted).toBe(true);
  });

  it('decides nothing while its node stops', async () => {
    const running = new RunningOperation(new Record());
    running.interrupt();
    await expect(running.progress.decide()).rejects.toBeInstanceOf(OperationInterrupted);
  });
});
