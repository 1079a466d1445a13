import { JobsPlatform } from './support/jobs.mjs';
import { LARGE } from './support/large-workflows.mjs';
import { row } from './support/report.mjs';

/** Single jobs that are large, from the request to their end, and the most memory of the process up to there. */
export async function run() {
  const platform = await JobsPlatform.start();
  try {
    for (const { title, workflow, beside = [] } of LARGE) {
      for (const one of [...beside, workflow]) await platform.createWorkflow(one);
      const { ids, rate } = await platform.run(workflow, 1);
      const { data } = await platform.request('GET', `/operations-manager/jobs/${ids[0]}`);
      if (data.status !== 'complete') throw new Error(`${title}: ${data.status}`);
      row(title, { measured: 1000 / rate });
      row(`${title}: most memory`, {
        measured: await platform.server.peakMemory(),
        unit: 'MiB',
      });
    }
  } finally {
    await platform.stop();
  }
}
