import { changeDevice, type ChangeDeviceAnswer } from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { Unified } from '../parts/diff.js';
import { type Field } from '../parts/form-fields.js';
import { PlanDialog } from '../parts/plan-dialog.js';
import { written } from '../parts/plain-text.js';
import { Status } from '../parts/status.js';

const WHY: Field = { name: 'comment', label: 'Why', kind: 'text' };
const LINES: readonly Field[] = [
  {
    ...{ name: 'config', label: 'Lines of configuration', kind: 'lines', isRequired: true },
    help: 'Nothing is sent to the device before you have seen what they change.',
  },
  WHY,
];

interface Props {
  readonly name: string;
  /** The version that is put back, in the place of lines. */
  readonly backupId?: string;
  readonly onClose: () => void;
}

/** Changes a device: what lines or a version would change is shown first, and exactly that is pushed. */
export function ChangeDialog({ name, backupId, onClose }: Props): ReactNode {
  const send = (
    { config, comment }: Readonly<Record<string, unknown>>,
    more: { readonly dryRun: boolean; readonly planHash?: string },
  ): Promise<ChangeDeviceAnswer> => {
    const why = typeof comment === 'string' ? { comment } : {};
    const what = backupId === undefined ? { config } : { restore: { backupId } };
    return changeDevice({ client, path: { name }, body: { ...what, ...why, ...more } });
  };
  return (
    <PlanDialog
      title={`${backupId === undefined ? 'Change' : 'Put a version back on'} ${written(name)}`}
      fields={backupId === undefined ? LINES : [WHY]}
      operation="changeDevice"
      verb="Push exactly this"
      kind="danger"
      plan={(values) => send(values, { dryRun: true })}
      showPlan={(plan) => <ShownChange answer={plan} />}
      apply={(values, { planHash }) => send(values, { dryRun: false, planHash })}
      showResult={(result) => <ShownChange answer={result} />}
      done="The change was sent"
      onClose={onClose}
    />
  );
}

/** What would change, or what has. */
function ShownChange({ answer }: { readonly answer: ChangeDeviceAnswer }): ReactNode {
  const { diff, planHash, warnings, predicted, unpredicted, change } = answer;
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
      <Unified label="What changes" text={change?.result ?? diff} />
      {change && (
        <p role="status">
          <Status of={change.outcome === 'done' ? 'complete' : 'error'} />{' '}
          {written(change.detail ?? 'The device took every line.')}
        </p>
      )}
    </>
  );
}
