import { describe, expect, it } from 'vitest';
import { type KnownJob, RecentJobs } from './recent-jobs.js';

const MIB = 1024 * 1024;

const jobOf = (id: string, length = 10, endedAt: Date | null = null): KnownJob =>
  ({ job: { _id: id, rev: 1, state: 'x'.repeat(length), endedAt }, state: {} }) as KnownJob;

describe('RecentJobs', () => {
  it('keeps the job of a large workflow, which would be read anew at each of its many steps', () => {
    const recent = new RecentJobs();
    recent.set(jobOf('large', 2 * MIB));
    expect(recent.get('large')).toBeDefined();
  });

  it('keeps no more than there is room for, and lets the oldest go', () => {
    const recent = new RecentJobs();
    for (let at = 0; at < 10; at += 1) recent.set(jobOf(String(at), 2 * MIB));
    expect(recent.get('1')).toBeUndefined();
    expect(recent.get('2')).toBeDefined();
    recent.forget('2');
    recent.set(jobOf('10', 2 * MIB));
    expect(recent.get('3')).toBeDefined();
    recent.set(jobOf('3', 2 * MIB));
    for (let at = 0; at < 2100; at += 1) recent.set(jobOf(`small ${String(at)}`));
    expect(recent.get('small 99')).toBeUndefined();
    expect(recent.get('small 100')).toBeDefined();
  });

  it('forgets a job that has ended', () => {
    const recent = new RecentJobs();
    recent.set(jobOf('a'));
    recent.set(jobOf('a', 10, new Date()));
    expect(recent.get('a')).toBeUndefined();
  });
});
