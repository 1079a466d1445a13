import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { AppError, ERROR_KINDS, invalidInput } from '../../kernel/app-error.js';
import { errorsDocument } from './errors-document.js';
import { problemHeaders, toProblem } from './problem.js';
import { PROBLEMS } from './problems.js';

describe('toProblem', () => {
  it('says what happened, where and in which request', () => {
    const error = invalidInput([{ pointer: '#/options/limit', detail: 'must be at least 1' }]);
    expect(toProblem(error, 'r-1')).toEqual({
      type: 'urn:problem:invalid-input',
      title: 'The input is not valid',
      status: 400,
      detail: '1 field was refused: #/options/limit must be at least 1',
      message: '1 field was refused: #/options/limit must be at least 1',
      error: '1 field was refused: #/options/limit must be at least 1',
      instance: 'urn:request:r-1',
      code: 'invalid-input',
      errors: [{ pointer: '#/options/limit', detail: 'must be at least 1' }],
    });
  });

  it('has no errors when no place is to blame', () => {
    const current = { planHash: 'h' };
    const changed = new AppError('conflict', 'changed', { current });
    expect(toProblem(changed, 'r')).toMatchObject({ status: 409, current });
    expect(toProblem(new AppError('conflict', 'taken', { code: 'name-taken' }), 'r')).toEqual(
      expect.not.objectContaining({ errors: expect.anything() as unknown }),
    );
  });

  it('keeps a fault of ours to itself', () => {
    const error = new AppError('internal', 'disk sda1 is broken', {
      code: 'sda1',
      errors: [{ pointer: '#/sda1', detail: 'sda1' }],
    });
    expect(JSON.stringify(toProblem(error, 'r'))).not.toContain('sda1');
  });

  it('stays small whatever it is told', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5000 }),
        fc.integer({ min: 0, max: 300 }),
        (length, count) => {
          const text = 'x'.repeat(length);
          const errors = Array.from({ length: count }, () => ({ pointer: text, detail: text }));
          const problem = toProblem(new AppError('invalid-input', text, { errors }), 'r');
          expect(JSON.stringify(problem).length).toBeLessThan(220_000);
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe('problemHeaders', () => {
  it('challenges who did not say who they are', () => {
    expect(problemHeaders(new AppError('unauthenticated', ''))).toEqual({
      'www-authenticate': 'Bearer realm="netadmin-api"',
    });
  });

  it('lets the failure bring its own headers', () => {
    const headers = { 'www-authenticate': 'Basic realm="x"', allow: 'GET' };
    expect(problemHeaders(new AppError('unauthenticated', '', { headers }))).toEqual(headers);
  });

  it('says when to try again in whole seconds, at least one', () => {
    const after = (retryAfterSeconds: number) =>
      problemHeaders(new AppError('unavailable', '', { retryAfterSeconds }))['retry-after'];
    expect([after(0), after(1.2), after(30)]).toEqual(['1', '2', '30']);
  });
});

describe('the catalogue of problems', () => {
  it('logs what an operator must look at as a warning or an error, and nothing else', () => {
    for (const { status, logLevel } of Object.values(PROBLEMS)) {
      expect(['warn', 'error'].includes(logLevel)).toBe(status >= 500);
    }
  });

  it('documents every kind', () => {
    for (const kind of ERROR_KINDS) expect(errorsDocument()).toContain(`\`urn:problem:${kind}\``);
  });
});
