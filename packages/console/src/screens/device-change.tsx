import { changeDevice, type ChangeDeviceAnswer } from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { Unified } from '../parts/diff.js';
import { type Field } from '../parts/form-fields.js';
import { PlanDialog } from '../parts/plan-dialog.js';
import { written } from '../parts/plain-text.js';
import { Status } from '../parts/status.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/devices.js';

const WHY: Field = { name: 'comment', label: common.why, kind: 'text' };
const LINES: readonly Field[] = [
  {
    name: 'config',
    label: texts.linesOfConfiguration,
    kind: 'lines',
    isRequired: true,
    help: texts.linesHelp,
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
      title={texts.changeOrPutBack(written(name), backupId === undefined)}
      fields={backupId === undefined ? LINES : [WHY]}
      operation="changeDevice"
      verb={texts.pushExactlyThis}
      kind="danger"
      plan={(values) => send(values, { dryRun: true })}
      showPlan={(plan) => <ShownChange answer={plan} />}
      apply={(values, { planHash }) => send(values, { dryRun: false, planHash })}
      showResult={(result) => <ShownChange answer={result} />}
      done={texts.changeWasSent}
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
        {texts.predictedPlan(predicted)} <code>{planHash.slice(0, 12)}</code>
      </p>
      {[...warnings, ...unpredicted.map(({ text, reason }) => `${text}: ${reason}`)].map((text) => (
        <p key={text} className="bad-text">
          {written(text)}
        </p>
      ))}
      <Unified label={common.whatChanges} text={change?.result ?? diff} />
      {change && (
        <p role="status">
          <Status of={change.outcome === 'done' ? 'complete' : 'error'} />{' '}
          {written(change.detail ?? texts.deviceTookEveryLine)}
        </p>
      )}
    </>
  );
}
