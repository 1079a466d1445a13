import {
  diffWorkflow,
  listWorkflowVersions,
  restoreWorkflow,
  type WorkflowDiffAnswer,
} from '../../../client/src/client.js';
import { type Difference } from '../parts/before-after.js';
import { type VersionedKind } from './document-versions.js';

/** The versions of workflows, which the platform compares by tasks, transitions and all else. */
export const WORKFLOW_VERSIONS: VersionedKind = {
  listBy: 'listWorkflowVersions',
  list: listWorkflowVersions,
  compareBy: 'diffWorkflow',
  async compare(call, from) {
    const answer = await diffWorkflow({ ...call, query: { from } });
    return { to: answer.to, different: differencesIn(answer) };
  },
  restoreBy: 'restoreWorkflow',
  restore: restoreWorkflow,
};

function differencesIn({ tasks, transitions, fields }: WorkflowDiffAnswer): readonly Difference[] {
  const inTasks = tasks.flatMap(({ id, kind, task, changes }) =>
    kind === 'changed'
      ? changes.map(({ pointer, ...sides }) => differenceAt(`/tasks/${id}${pointer}`, sides))
      : [differenceAt(`/tasks/${id}`, kind === 'added' ? { after: task } : { before: task })],
  );
  return [
    ...inTasks,
    ...transitions.map(({ from, to, ...sides }) => differenceAt(`${from} → ${to}`, sides)),
    ...fields.map(({ pointer, ...sides }) => differenceAt(pointer, sides)),
  ];
}

function differenceAt(
  name: string,
  { before, after }: { readonly before?: unknown; readonly after?: unknown },
): Difference {
  return { name, before, after };
}
