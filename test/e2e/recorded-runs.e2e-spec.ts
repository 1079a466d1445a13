import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EngineApp, type ShownJob } from '../support/engine/engine-app.js';
import {
  mocksOf,
  recordedDocuments,
  recordedPackages,
  recordedRuns,
  type RecordedRun,
  stubbedWorkflow,
  writtenBy,
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
      expect(ended(mocked, writtenBy(document, run))).toEqual({ ...wanted, error: mocked.error });
      expect(reached(mocked, run)).toEqual(reached(stubbed, run));
    });
  });
});
