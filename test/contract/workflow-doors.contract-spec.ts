import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TASK_OPERATIONS } from '../../src/domains/workflow-engine/workers/task-operations.js';

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
    const storing = 'src/domains/workflow-engine/runner/job-factory.service.ts';
    expect(filesWith(/\bjobs\.insert\(/)).toEqual([storing]);
    expect(readText(storing)).toMatch(/rights\.assertMayStart\(/);
    expect(
      filesWith(/JOB_MODEL\b/).filter((file) => /create\(|insert/.test(readText(file))),
    ).toEqual(['src/domains/workflow-engine/store/jobs.repository.ts']);
  });

  it('have one place where triggers ask for jobs, and it judges', () => {
    const asking = 'src/domains/automations/firing/fired-triggers.service.ts';
    expect(
      filesWith(/:\s*JobStartQueueService\b/).filter((file) =>
        readText(file).includes('queue.enqueue('),
      ),
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
      'src/domains/workflow-engine/background/job-start-queue-worker.service.ts',
      'src/kernel/workflow-access.ts',
    ]);
    expect(filesWith(/mayUseWorkflow\(/i)).toEqual([
      'src/domains/automations/lookup/components.service.ts',
      'src/domains/content/kinds/workflow-rules.ts',
      'src/domains/content/workflows/workflow-rights.service.ts',
      'src/domains/workflow-engine/control/job-start.service.ts',
      'src/domains/workflow-engine/control/job-upgrade.service.ts',
      'src/kernel/workflow-access.ts',
    ]);
  });
});

/** Packages change documents of every kind; each way says whose they are, and is put here. */
describe('the ways that packages change documents', () => {
  it('are planned in two places, and both judge', () => {
    const planning = [
      'src/domains/artifacts/planning/install-planner.service.ts',
      'src/domains/artifacts/rollbacks/rollback-planner.service.ts',
    ];
    expect(filesWith(/\bremovedDocuments: /)).toEqual([
      'src/domains/artifacts/packages/package-installer.service.ts',
      ...planning,
    ]);
    expect(filesWith(/packaged\.assertMayChange\(/)).toEqual(planning);
  });

  it('ask the owner of every collection that knows groups', () => {
    const owners = filesWith(/packaged\.register\(/);
    const judging = owners.filter((file) => readText(file).includes('assertMayChange:'));
    expect(judging).toEqual([
      'src/domains/automations/automations/packaged-automations.service.ts',
      'src/domains/content/packaged-content.service.ts',
    ]);
    expect(owners.filter((file) => !judging.includes(file))).toEqual([]);
  });
});

/** Each way to what an adapter leads to; a new one says in whose name it goes, and is put here. */
describe('the ways through adapters', () => {
  const RECORDS = 'src/domains/adapters/access/adapter-access.ts';

  it('have one caller, which judges before each call', () => {
    const caller = 'src/domains/adapters/calls/adapter-caller.service.ts';
    expect(filesWith(/:\s*AdapterHttpService\b/)).toEqual([
      caller,
      'src/domains/adapters/health/adapter-probe.service.ts',
    ]);
    expect(readText(caller).match(/this\.adapters\.usable\(/g)).toHaveLength(2);
    expect(readText(caller)).toMatch(/assertMayUseAdapter\(user, adapter, useOf\(method\)\)/);
    expect(filesWith(/:\s*AdapterCallerService\b/)).toEqual([
      'src/domains/backups/collecting/adapter-reading.service.ts',
      'src/domains/orchestrator/rest-action.service.ts',
      'src/domains/orchestrator/rest-query.service.ts',
      'src/domains/service-management/orchestrator-client.service.ts',
      'src/domains/workflow-engine/executors/calls/adapter-calls.service.ts',
    ]);
  });

  it('go in the name of the platform only where somebody was judged before', () => {
    expect(filesWith(/\bAS_PLATFORM\b/)).toEqual([
      RECORDS,
      'src/domains/backups/collecting/adapter-reading.service.ts',
      'src/domains/service-management/orchestrator-client.service.ts',
      'src/domains/workflow-engine/executors/calls/adapter-calls.service.ts',
    ]);
    expect(filesWith(/assertAdmittedByName\(|assertMayUseAdapter\(/)).toEqual([
      RECORDS,
      'src/domains/adapters/calls/adapter-caller.service.ts',
      'src/domains/devices/inventory/device-adapters.service.ts',
      'src/domains/service-management/instances/instance-removal.service.ts',
      'src/domains/service-management/saving/adapter-choice.service.ts',
    ]);
  });
});

/** Tasks that workers run: each takes the roles of an operation, or is known to take none. */
describe('the tasks of jobs', () => {
  const EXECUTORS = 'src/domains/workflow-engine/executors/';
  /** Judged by the adapter and as a call of an integration; what everybody may ask, and what is calculated. */
  const OTHERS = [
    'calls/adapter-tasks',
    'calls/rest-call',
    'tools/excel-tasks',
    'tools/notify',
    'tools/text-parsing',
  ];

  it('take the roles of the operation that does the same', () => {
    const runners = filesWith(/implements TaskExecutor/).map((file) =>
      file.replace(EXECUTORS, '').replace('.executor.ts', ''),
    );
    const judged = [
      'calls/package-tasks',
      'calls/rest-action',
      'calls/service-tasks',
      'devices/analytic-tasks',
      'devices/command-tasks',
      'devices/device-tasks',
      'devices/gateway-tasks',
    ];
    expect(runners).toEqual([...OTHERS, ...judged].sort());
    const names = judged.flatMap((file) => {
      const text = readText(`${EXECUTORS}${file}.executor.ts`);
      const works = [...text.matchAll(/^ {4}'?(?:\w+ )?(\w+)'?: (?:async )?\(/gm)];
      return [...works, ...text.matchAll(/^ {2}'(\w+)',$/gm)].map(([, name = '']) => name);
    });
    names.push('restAction');
    const known = Object.keys(TASK_OPERATIONS).map((key) => key.slice(key.indexOf('.') + 1));
    expect([...names].sort()).toEqual([...known].sort());
  });
});

function readText(file: string): string {
  return readFileSync(file, 'utf8');
}
