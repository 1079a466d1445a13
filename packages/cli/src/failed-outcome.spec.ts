import { describe, expect, it } from 'vitest';
import { assertDone } from './failed-outcome.js';

const jobs = (...outcomes: readonly string[]) => ({
  data: outcomes.map((outcome, at) => ({ _id: String(at), outcome, message: 'm' })),
});
const taken = (failed: number, ...devices: readonly object[]) => ({ counts: { failed }, devices });
const verified = (integrity: string, signature: string) => ({
  integrity: { state: integrity },
  signature: { state: signature },
});
const results = [
  { name: 'a', success: true, message: 'done', outcome: 'new' },
  { name: 'b', success: false, message: 'why', outcome: 'refused' },
];

describe('an answer of an operation', () => {
  it.each([
    ['takeBackups', taken(0, { device: 'a', status: 'succeeded', error: null })],
    ['checkDevice', { passed: true, detail: 'A session was opened' }],
    ['pauseJobs', jobs('applied', 'unchanged')],
    ['saveInstances', [{ xpath: '/a', success: true, outcome: 'succeeded', error: 'elsewhere' }]],
    ['validateWorkflow', { errors: [], warnings: [{ pointer: '/a', message: 'm' }] }],
    ['verifyArtifact', verified('unknown', 'missing')],
    ['importContent', { results: results.slice(0, 1) }],
    // In the background.
    ['importContent', { _id: '1', state: 'queued' }],
    ['saveInstances', { id: '1', status: 'running', failed: 0 }],
    // What shows a failure has not failed.
    ['planArtifact', { applicable: false, problems: [{ detail: 'why' }] }],
    ['getBackupRun', taken(1, { device: 'a', status: 'failed', error: 'why' })],
    ['toString', {}],
  ])('tells no failure: %s %j', (operation, answer) => {
    expect(() => {
      assertDone(operation, answer);
    }).not.toThrow();
  });

  const a = { device: 'a', status: 'failed', error: 'why' };
  it.each([
    ['takeBackups', taken(1, { device: 'b', status: 'succeeded' }, a), 'a: why\n1 failed'],
    ['takeBackups', taken(200, a), 'a: why\n200 failed'],
    ['checkDevice', { passed: false, detail: 'why' }, 'why'],
    ['testWebhook', { passed: false, detail: 'why' }, 'why'],
    ['testNotificationChannel', { passed: false, detail: 'why' }, 'why'],
    ['cancelJobs', jobs('applied', 'refused', 'absent'), '1: m\n2: m'],
    ['pauseJobs', jobs('refused'), '0: m'],
    ['resumeJobs', jobs('absent'), '0: m'],
    [
      'saveInstances',
      [
        { xpath: '/a', success: false, outcome: 'failed', error: 'why' },
        { xpath: '/b', success: false, outcome: 'not-sent', error: null },
      ],
      '/a: why\n/b: not-sent',
    ],
    ['validateWorkflow', { errors: [{ pointer: '/a', message: 'why' }] }, '/a: why'],
    ['validateTransformation', { errors: [{ pointer: '/a', detail: 'why' }] }, '/a: why'],
    ['verifyArtifact', verified('broken', 'missing'), 'The integrity is broken'],
    ['verifyArtifact', verified('intact', 'invalid'), 'The signature is invalid'],
    ['importContent', { results }, 'b: why'],
    ['importDevices', { results }, 'b: why'],
    ['importWorkflows', { results }, 'b: why'],
    ['importBackups', { results }, 'why'],
  ])('tells the failure: %s %j', (operation, answer, text) => {
    expect(() => {
      assertDone(operation, answer);
    }).toThrow(expect.objectContaining({ message: text, exitCode: 1 }));
  });
});
