import { changeDevice, type ChangeDeviceAnswer } from '../../../client/src/client.js';
import { type ReactNode, useState } from 'react';
import { client } from '../api.js';
import { useAction } from '../use-action.js';
import { Dialog } from '../parts/dialog.js';
import { Unified } from '../parts/diff.js';
import { Form } from '../parts/form.js';
import { type Field } from '../parts/form-fields.js';
import { written } from '../parts/plain-text.js';
import { Failure } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { Action } from '../permissions.js';

const FIELDS: readonly Field[] = [
  {
    ...{ name: 'config', label: 'Lines of configuration', kind: 'lines', isRequired: true },
    help: 'Nothing is sent to the device before you have seen what they change.',
  },
  { name: 'comment', label: 'Why', kind: 'text' },
];

interface Asked {
  readonly config: unknown;
  readonly comment?: string;
}

/** Changes a device: what lines would change is shown first, and exactly that is pushed. */
export function ChangeDialog(props: {
  readonly name: string;
  readonly onClose: () => void;
}): ReactNode {
  const { name, onClose } = props;
  const [asked, setAsked] = useState<Asked>();
  const [shown, setShown] = useState<ChangeDeviceAnswer>();
  const show = async ({ config, comment }: Readonly<Record<string, unknown>>): Promise<void> => {
    const next = { config, ...(typeof comment === 'string' && { comment }) };
    setShown(await changeDevice({ client, path: { name }, body: { ...next, dryRun: true } }));
    setAsked(next);
  };
  return (
    <Dialog title={`Change ${written(name)}`} onClose={onClose} className="broad">
      {/* What was typed stays, so that it can be mended after the look at it. */}
      <div hidden={shown !== undefined}>
        <Form fields={FIELDS} verb="Show what changes" onSend={show} onCancel={onClose} />
      </div>
      {shown && asked && (
        <Push {...{ name, asked, shown, onClose }} onBack={() => setShown(undefined)} />
      )}
    </Dialog>
  );
}

function Push(props: {
  readonly name: string;
  readonly asked: Asked;
  readonly shown: ChangeDeviceAnswer;
  readonly onBack: () => void;
  readonly onClose: () => void;
}): ReactNode {
  const { name, asked, shown, onBack, onClose } = props;
  const action = useAction();
  const [pushed, setPushed] = useState<ChangeDeviceAnswer>();
  const push = async (): Promise<void> => {
    const body = { ...asked, dryRun: false, planHash: shown.planHash };
    await action.run(
      async () => setPushed(await changeDevice({ client, path: { name }, body })),
      'The change was sent',
    );
  };
  const { diff, planHash, warnings, predicted, unpredicted } = pushed ?? shown;
  return (
    <>
      <p className="soft">
        {predicted ? 'All of it is predicted' : 'Not all of it is predicted'}, plan{' '}
        <code>{planHash.slice(0, 12)}</code>
      </p>
      {[...warnings, ...unpredicted.map(({ text, reason }) => `${text}: ${reason}`)].map((text) => (
        <p key={text} className="bad-text">
          {written(text)}
        </p>
      ))}
      <Unified label="What changes" text={pushed?.change?.result ?? diff} />
      {pushed?.change && (
        <p role="status">
          <Status of={pushed.change.outcome === 'done' ? 'complete' : 'error'} />{' '}
          {written(pushed.change.detail ?? 'The device took every line.')}
        </p>
      )}
      {action.error !== undefined && <Failure error={action.error} />}
      <div className="buttons">
        {pushed === undefined && (
          <>
            <Action
              operation="changeDevice"
              kind="danger"
              isBusy={action.isBusy}
              onAct={() => void push()}
            >
              Push exactly this
            </Action>
            <button type="button" onClick={onBack}>
              Back to the lines
            </button>
          </>
        )}
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </>
  );
}
