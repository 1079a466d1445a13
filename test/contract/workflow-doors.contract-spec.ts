import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

/** The files of the source, without tests, in which a pattern occurs. */
const filesWith = (pattern: RegExp): readonly string[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file}`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts'))
    .filter((file) => pattern.test(readText(file)))
    .sort();

/** Each way to a workflow, by what only that way does; a new one is to be judged and put here. */
describe('the ways that start and change workflows', () => {
  it('have one place that stores a job, and it judges', () => {
    const storing = 'src/domains/workflow-engine/jobs/job-starts.service.ts';
    expect(filesWith(/\bjobs\.insert\(/)).toEqual([storing]);
    expect(readText(storing)).toMatch(/rights\.assertMayStart\(/);
    expect(
      filesWith(/JOB_MODEL\b/).filter((file) => /create\(|insert/.test(readText(file))),
    ).toEqual(['src/domains/workflow-engine/jobs/jobs.repository.ts']);
  });

  it('have one place where triggers ask for jobs, and it judges', () => {
    const asking = 'src/domains/automations/firing/fired-triggers.service.ts';
    expect(
      filesWith(/:\s*JobStarter\b/).filter((file) => readText(file).includes('jobs.start(')),
    ).toEqual([asking]);
    expect(readText(asking)).toMatch(/workflows\.assertMayStart\(/);
  });

  it('have one place that writes documents of content, and it judges', () => {
    const writing = 'src/domains/content/records/content-documents.service.ts';
    const writes = /repositories\s*\.of\([^)]*\)\s*\.(insert|replace|remove)\(/;
    expect(filesWith(writes)).toEqual([writing]);
    expect(readText(writing).match(/assertMayChange\?\.\(/g)).toHaveLength(2);
  });

  it('judge by one function', () => {
    expect(filesWith(/not-startable'/)).toEqual([
      'src/domains/automations/automations/admission.ts',
      'src/domains/automations/automations/automation-edits.service.ts',
      'src/domains/automations/automations/automation-import.service.ts',
      'src/domains/automations/firing/run-answers.ts',
      'src/domains/workflow-engine/upkeep/start-requests.service.ts',
      'src/kernel/workflow-access.ts',
    ]);
    expect(filesWith(/mayUseWorkflow\(/i)).toEqual([
      'src/domains/automations/automations/components.service.ts',
      'src/domains/content/workflows/workflow-rights.service.ts',
      'src/domains/content/workflows/workflow-rules.ts',
      'src/domains/workflow-engine/control/job-start.service.ts',
      'src/kernel/workflow-access.ts',
    ]);
  });
});

function readText(file: string): string {
  return readFileSync(file, 'utf8');
}
