import type * as types from '../../client/src/generated/types.gen.js';
import { CommandError, EXIT } from './command-error.js';

/** Answers that tell by themselves that what was asked for has failed, by their operations. */
interface Answers {
  readonly cancelJobs: types.CancelJobsResponse;
  readonly checkDevice: types.CheckDeviceResponse;
  readonly importBackups: types.ImportBackupsResponse;
  readonly importContent: types.ImportContentResponse;
  readonly importDevices: types.ImportDevicesResponse;
  readonly importWorkflows: types.ImportWorkflowsResponse;
  readonly pauseJobs: types.PauseJobsResponse;
  readonly resumeJobs: types.ResumeJobsResponse;
  readonly saveInstances: types.SaveInstancesResponse;
  readonly takeBackups: types.TakeBackupsResponse;
  readonly testNotificationChannel: types.TestNotificationChannelResponse;
  readonly testWebhook: types.TestWebhookResponse;
  readonly validateTransformation: types.ValidateTransformationResponse;
  readonly validateWorkflow: types.ValidateWorkflowResponse;
  readonly verifyArtifact: types.VerifyArtifactResponse;
}

/** What failed, one sentence each: nothing where all is done, or goes on in the background. */
const FAILURES: { readonly [O in keyof Answers]: (answer: Answers[O]) => readonly string[] } = {
  cancelJobs: failuresOfJobs,
  checkDevice: failuresOfTest,
  importBackups: ({ results }) =>
    results.filter(({ outcome }) => outcome === 'refused').map(({ message }) => message),
  importContent: (answer) => ('results' in answer ? failuresOfImport(answer) : []),
  importDevices: failuresOfImport,
  importWorkflows: failuresOfImport,
  pauseJobs: failuresOfJobs,
  resumeJobs: failuresOfJobs,
  saveInstances: (answer) =>
    Array.isArray(answer)
      ? answer
          .filter(({ success }) => !success)
          .map(({ xpath, outcome, error }) => `${xpath}: ${error ?? outcome}`)
      : [],
  takeBackups: failuresOfBackups,
  testNotificationChannel: failuresOfTest,
  testWebhook: failuresOfTest,
  validateTransformation: ({ errors }) =>
    errors.map(({ pointer, detail }) => `${pointer}: ${detail}`),
  validateWorkflow: ({ errors }) => errors.map(({ pointer, message }) => `${pointer}: ${message}`),
  verifyArtifact: ({ integrity, signature }) => [
    ...(integrity.state === 'broken' ? ['The integrity is broken'] : []),
    ...(signature.state === 'invalid' ? ['The signature is invalid'] : []),
  ],
};

/**
 * Devices, jobs and documents may fail though the request succeeds.
 * @throws CommandError when the answer of an operation tells of one that did.
 */
export function assertDone(operation: string, answer: unknown): void {
  if (!isTold(operation)) return;
  // The answer is the one of this operation.
  const failures = (FAILURES[operation] as (answer: unknown) => readonly string[])(answer);
  if (failures.length > 0) throw new CommandError(failures.join('\n'), EXIT.failed);
}

function isTold(operation: string): operation is keyof Answers {
  return Object.hasOwn(FAILURES, operation);
}

function failuresOfTest({
  passed,
  detail,
}: types.TestReceiverAnswer | types.CheckDeviceAnswer): readonly string[] {
  return passed ? [] : [detail];
}

function failuresOfImport({
  results,
}: {
  readonly results: readonly (types.ImportedItem | types.ImportedDeviceOutcome)[];
}): readonly string[] {
  return results
    .filter(({ success }) => !success)
    .map(({ name, message }) => `${name}: ${message}`);
}

/** The count as well: of many devices the answer shows a part. */
function failuresOfBackups({
  counts: { failed },
  devices,
}: types.TakenBackupsAnswer): readonly string[] {
  if (failed === 0) return [];
  const reasons = devices
    .filter(({ status }) => status === 'failed')
    .map(({ device, error }) => `${device}: ${error ?? ''}`);
  return [...reasons, `${String(failed)} failed`];
}

function failuresOfJobs({ data }: types.JobOutcomesAnswer): readonly string[] {
  return data
    .filter(({ outcome }) => outcome === 'refused' || outcome === 'absent')
    .map(({ _id, message }) => `${_id}: ${message}`);
}
