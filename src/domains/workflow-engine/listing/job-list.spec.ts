import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { AppError } from '../../../kernel/app-error.js';
import { readCursor, writeCursor } from './job-cursor.js';
import { aListRequest } from '#test/support/part-of-list.js';
import { JOB_LIST, type JobListQuery, jobSelection, type JobSelection } from './job-list.js';

const ID = '66d02d8221161b4df2717495';
const meant = (query: JobListQuery): JobSelection => jobSelection(aListRequest(JOB_LIST, query));
const refusedAt = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error.errors[0]?.pointer ?? '';
  }
  return 'accepted';
};

describe('a list of jobs', () => {
  it('shows the latest 25 where nothing is said', () => {
    expect(meant({})).toEqual({
      filter: {
        status: [],
        workflowName: undefined,
        workflowId: undefined,
        startedAfter: undefined,
        startedBefore: undefined,
        standsAt: undefined,
        parent: undefined,
        startedBy: undefined,
      },
      after: null,
    });
  });

  it('takes a workflow by its name or by its id', () => {
    expect(meant({ workflow: 'Ports' }).filter).toMatchObject({ workflowName: 'Ports' });
    expect(meant({ workflow: ID }).filter).toMatchObject({
      workflowId: ID,
      workflowName: undefined,
    });
  });

  it('reads statuses once each, and times', () => {
    const { filter } = meant({
      status: ['error', 'paused', 'error'],
      startedAfter: '2026-01-01T00:00:00+01:00',
    });
    expect(filter.status).toEqual(['error', 'paused']);
    expect(filter.startedAfter).toEqual(new Date('2025-12-31T23:00:00Z'));
  });

  it('refuses a status that there is not, where it stands', () => {
    expect(refusedAt(() => meant({ status: ['error', 'done'] }))).toBe('#/status/1');
  });
});

describe('a cursor', () => {
  it('comes back as the position that it was made of', () => {
    const position = fc.record({
      startedAt: fc.date({ min: new Date(0), noInvalidDate: true }),
      id: fc.stringMatching(/^[0-9a-f]{24}$/),
    });
    fc.assert(
      fc.property(position, (one) => {
        expect(readCursor(writeCursor(one))).toEqual(one);
      }),
    );
  });

  it('is refused where no list can have given it', () => {
    const made = [
      '',
      '1',
      `x-${ID}`,
      `1-${ID}0`,
      `-1-${ID}`,
      `9999999999999999-${ID}`,
      `1-${ID}\n`,
    ];
    for (const cursor of made) expect(refusedAt(() => readCursor(cursor))).toBe('#/cursor');
  });
});
