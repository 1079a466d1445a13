import { getWorkflow, type WorkflowDocument } from '../../../client/src/client.js';
import { type ReactNode, useState } from 'react';
import { client, isProblem } from '../api.js';
import { textIn } from '../members.js';
import { useRefresh } from '../use-action.js';
import { useEvents } from '../use-events.js';
import * as texts from '../texts/workflows.js';

/** When a workflow was saved last; empty for one of a package that nobody has changed. */
const savedAt = (workflow: WorkflowDocument): string => textIn(workflow, 'last_updated') ?? '';

/** Says that a workflow was changed or deleted while somebody looks at it. */
export function ChangedWorkflow(props: { readonly workflow: WorkflowDocument }): ReactNode {
  const { workflow } = props;
  const { _id: id, name } = workflow;
  const refresh = useRefresh();
  /** When it was saved by now; null where it is not there any more. */
  const [saved, setSaved] = useState(savedAt(workflow) as string | null);
  const look = async (): Promise<void> => {
    try {
      setSaved(savedAt(await getWorkflow({ client, path: { name } })));
    } catch (error) {
      if (isProblem(error, 404)) setSaved(null);
    }
  };
  useEvents({ source: 'ServiceCatalog' }, ({ topic, payload }) => {
    if (topic.startsWith('workflow') && textIn(payload, 'id') === id) void look();
  });
  // What the reader has done is shown at once, and told of as well.
  if (saved !== null && saved <= savedAt(workflow)) return null;
  return (
    <p className="meanwhile" role="status">
      {saved === null ? (
        texts.isGone
      ) : (
        <>
          {texts.hasChanged}{' '}
          <button type="button" onClick={refresh}>
            {texts.loadNewVersion}
          </button>
        </>
      )}
    </p>
  );
}
