import { setTimeout } from 'node:timers/promises';
import { isJsonObject, type JsonValue } from '#kernel/json.js';
import { oneObject } from './answer-parts.js';
import { jobReport } from './job-report.js';
import { type OperationCalls } from './operation-calls.js';
import { argumentsOf, data, text, textIn, type Tool } from './tool.js';

/** Below the half minute after which many clients give a tool up. */
const WAIT_SECONDS_MAX = 25;
const FIRST_LOOK_MS = 100;
const LAST_LOOK_MS = 2000;
const GOES_ON = new Set(['running', 'queued']);

/** Says how a job stands, and what went wrong in it. */
export const JOB_REPORT: Tool = {
  name: 'job_report',
  description: 'How a job stands: task counts, what runs, what failed and why.',
  needs: ['getJob'],
  input: () => argumentsOf({ job: text('Id') }, ['job']),
  run: async ({ job }, { operations }) => data(jobReport(await theJob(textIn(job), operations))),
};

/** Waits for the end of something. */
export const WAIT: Tool = {
  name: 'wait',
  description:
    'Wait until a job or a background operation ends or stops; call again if it has not.',
  needs: ['getJob', 'getOperation'],
  input: () =>
    argumentsOf(
      {
        job: text('Id'),
        operation: text('Id'),
        seconds: { type: 'integer', minimum: 1, maximum: WAIT_SECONDS_MAX },
      },
      [],
    ),
  run: async ({ job, operation, seconds = WAIT_SECONDS_MAX }, { operations }) => {
    if ((job === undefined) === (operation === undefined))
      return { kind: 'refused', text: 'Give one of job and operation.' };
    const look = async (): Promise<JsonValue> =>
      job === undefined
        ? operations.call('getOperation', { path: { id: textIn(operation) } })
        : jobReport(await theJob(textIn(job), operations));
    const last = await lookUntilEnded(look, Number(seconds) * 1000);
    return data({ ended: !goesOn(last), ...(isJsonObject(last) && last) });
  },
};

async function theJob(id: string, operations: OperationCalls): Promise<JsonValue> {
  return oneObject(await operations.call('getJob', { path: { id } }));
}

/** Looks more and more seldom: each look is a request of the caller. */
async function lookUntilEnded(look: () => Promise<JsonValue>, forMs: number): Promise<JsonValue> {
  const end = performance.now() + forMs;
  for (let pauseMs = FIRST_LOOK_MS; ; pauseMs = Math.min(2 * pauseMs, LAST_LOOK_MS)) {
    const seen = await look();
    const leftMs = end - performance.now();
    if (!goesOn(seen) || leftMs <= 0) return seen;
    await setTimeout(Math.min(pauseMs, leftMs));
  }
}

function goesOn(seen: JsonValue): boolean {
  return isJsonObject(seen) && GOES_ON.has(textIn(seen['status'] ?? seen['state']));
}
