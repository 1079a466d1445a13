import { describe, expect, it } from 'vitest';
import {
  changeFrame,
  endFrame,
  hasEnded,
  type JobSnapshot,
  snapshotFrame,
} from './job-snapshot.js';

const task = {
  name: 'query',
  summary: 'Ask',
  status: 'incomplete',
  finish_state: null,
  iterations: 0,
} as const;
const JOB: JobSnapshot = {
  _id: 'j',
  rev: 3,
  status: 'running',
  description: 'line 1\nline 2',
  progress: 0,
  error: [],
  tasks: new Map([
    ['a', task],
    ['b', task],
  ]),
};

/** The parts of a frame. */
function read(frame: string): { id: string; event: string; data: unknown } {
  const [, id = '', event = '', data = ''] =
    /^id: (.*)\nevent: (.*)\ndata: (.*)\n\n$/.exec(frame) ?? [];
  return { id, event, data: JSON.parse(data) as unknown };
}

describe('snapshotFrame', () => {
  it('holds the whole job in one line', () => {
    expect(read(snapshotFrame(JOB))).toEqual({
      id: '3',
      event: 'snapshot',
      data: {
        _id: 'j',
        status: 'running',
        description: 'line 1\nline 2',
        progress: 0,
        error: [],
        tasks: { a: task, b: task },
      },
    });
  });
});

describe('changeFrame', () => {
  it('holds the tasks that differ, and no others', () => {
    const running = { ...task, status: 'running', iterations: 1 } as const;
    const after = { ...JOB, rev: 4, tasks: new Map([...JOB.tasks, ['b', running]]) };
    const { id, event, data } = read(changeFrame(JOB, after));
    expect([id, event]).toEqual(['4', 'change']);
    expect(data).toMatchObject({ status: 'running', tasks: { b: running } });
    expect(data).not.toHaveProperty('tasks.a');
  });

  it('tells of another status without any other task', () => {
    const { data } = read(changeFrame(JOB, { ...JOB, rev: 4, status: 'paused' }));
    expect(data).toMatchObject({ status: 'paused', tasks: {} });
  });

  it('is empty when a step changed nothing that anybody sees', () => {
    expect(changeFrame(JOB, { ...JOB, rev: 4 })).toBe('');
  });
});

describe('endFrame', () => {
  it('says how the job ended', () => {
    expect(read(endFrame({ ...JOB, status: 'canceled' }))).toEqual({
      id: '3',
      event: 'end',
      data: { status: 'canceled' },
    });
    expect(hasEnded({ status: 'canceled' })).toBe(true);
    expect(hasEnded({ status: 'error' })).toBe(false);
  });
});
