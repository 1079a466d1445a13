import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineApp, type ShownJob } from '../support/engine/engine-app.js';
import { engineWorkflow } from '../support/factories/made-workflows.js';
import {
  mocksOf,
  recordedDocuments,
  recordedPackages,
  recordedRuns,
  type RecordedRun,
  stubbedWorkflow,
  writtenBeside,
} from '../support/recordings/recorded-runs.js';

const packages = recordedPackages();

// Recordings are not ours to ship: this is skipped where they do not lie beside the project.
(packages.length > 0 ? describe : describe.skip)('jobs recorded on the original system', () => {
  let engine: EngineApp;

  beforeAll(async () => {
    engine = await EngineApp.start('recorded-runs');
    for (const name of packages) await engine.bring(...recordedDocuments(name));
  });
  afterAll(() => engine.close());

  it('hold the errors that a record has, by mocks and by stubs alike', async () => {
    const calls = { name: 'restCall', incoming: {}, outgoing: { result: null } };
    const document = engineWorkflow('Recorded error', { a: { ...calls, error: '$var.job.why' } }, [
      ['start', 'a'],
      ['a', 'end', 'error'],
    ]);
    const run: RecordedRun = {
      package: '',
      file: '',
      workflow: 'Recorded error',
      variables: {},
      tasks: [{ taskId: 'a', variables: { outgoing: { result: null }, error: { code: 7 } } }],
      expected: { status: 'complete', variables: {} },
    };
    await engine.bring(document);
    const mocked = await engine.run(run.workflow, { mocks: mocksOf(run) });
    await engine.bring(stubbedWorkflow(document, run));
    const stubbed = await engine.run(run.workflow, { mocks: {} });
    expect([mocked.status, mocked.variables['why']]).toEqual(['complete', { code: 7 }]);
    expect([stubbed.status, stubbed.tasks['a']?.status]).toEqual(['complete', 'error']);
  });

  describe.each(packages)('of %s', (name) => {
    const documents = recordedDocuments(name);
    const ended = ({ status, variables, error }: ShownJob, without: readonly string[] = []) => {
      const left = ['_id', 'initiator', ...without];
      const kept = Object.entries(variables).filter(([key]) => !left.includes(key));
      return { status, variables: Object.fromEntries(kept), error };
    };
    const reached = ({ tasks }: ShownJob, run: RecordedRun) =>
      run.tasks.map(({ taskId }) => taskId).filter((id) => tasks[id]?.status === 'complete');
    const runs = recordedRuns(name).map((run) => [run.file, run] as const);

    it.each(runs)('end as they ended: %s', async (_file, run) => {
      const document = documents.find((one) => one['name'] === run.workflow) ?? {};
      const { variables, expected } = run;

      const mocked = await engine.run(run.workflow, { variables, mocks: mocksOf(run) });
      await engine.bring(stubbedWorkflow(document, run));
      // Calls that the record does not answer reached a real system then; in a test run they succeed.
      const stubbed = await engine.run(run.workflow, { variables, mocks: {} });
      await engine.bring(document);

      const wanted = { ...expected, error: stubbed.error };
      expect(ended(stubbed)).toEqual(wanted);
      // A mocked task still writes its outputs to the job, as the task itself would.
      expect(ended(mocked, writtenBeside(document, run))).toEqual({
        ...wanted,
        error: mocked.error,
      });
      expect(reached(mocked, run)).toEqual(reached(stubbed, run));
    });
  });
});
