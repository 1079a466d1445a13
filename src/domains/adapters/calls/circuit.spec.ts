import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { Circuit, type Verdict } from './circuit.js';

const RESET_MS = 1000;

function after(verdicts: readonly Verdict[], failures = 2): Circuit {
  const circuit = new Circuit({ failures, resetMs: RESET_MS });
  for (const verdict of verdicts) circuit.end(circuit.begin(), verdict, 0);
  return circuit;
}

describe('Circuit', () => {
  it.each<[readonly Verdict[], number]>([
    [[], 0],
    [['failed'], 0],
    [['failed', 'well', 'failed'], 0],
    [['failed', 'unknown', 'failed'], RESET_MS],
    [['failed', 'failed'], RESET_MS],
  ])('after %j makes callers wait %d ms', (verdicts, waitMs) => {
    expect(after(verdicts).waitMs(0)).toBe(waitMs);
  });

  it('says how long is left', () => {
    const circuit = after(['failed', 'failed']);
    expect([circuit.waitMs(400), circuit.waitMs(1000), circuit.waitMs(5000)]).toEqual([600, 0, 0]);
  });

  it('lets one try at a time, and goes by what it finds', () => {
    const circuit = after(['failed', 'failed']);
    const trial = circuit.begin();
    expect(circuit.waitMs(2000)).toBe(RESET_MS);
    circuit.end(trial, 'failed', 2000);
    expect(circuit.waitMs(2500)).toBe(500);
    circuit.end(circuit.begin(), 'well', 3000);
    expect(circuit.waitMs(3000)).toBe(0);
    circuit.end(circuit.begin(), 'failed', 3000);
    expect(circuit.waitMs(3000)).toBe(0);
  });

  it('lets another try when the first was given up', () => {
    const circuit = after(['failed', 'failed']);
    circuit.end(circuit.begin(), 'unknown', 2000);
    expect(circuit.waitMs(2000)).toBe(0);
  });

  it('does not go by calls that began before it opened', () => {
    const circuit = new Circuit({ failures: 1, resetMs: RESET_MS });
    const [early, first] = [circuit.begin(), circuit.begin()];
    circuit.end(first, 'failed', 0);
    circuit.end(early, 'well', 10);
    expect(circuit.waitMs(10)).toBe(RESET_MS - 10);
  });

  it('never stays closed to everybody', () => {
    const verdict = fc.constantFrom<Verdict>('well', 'failed', 'unknown');
    fc.assert(
      fc.property(fc.array(verdict), fc.integer({ min: 1, max: 5 }), (verdicts, failures) => {
        const circuit = new Circuit({ failures, resetMs: RESET_MS });
        let now = 0;
        for (const each of verdicts) {
          now += circuit.waitMs(now);
          expect(circuit.waitMs(now)).toBe(0);
          circuit.end(circuit.begin(), each, now);
        }
        circuit.end(circuit.begin(), 'well', now + RESET_MS);
        expect(circuit.waitMs(now + RESET_MS)).toBe(0);
      }),
    );
  });
});
