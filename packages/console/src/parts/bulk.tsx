import { type ReactNode, useState } from 'react';
import { Action } from '../permissions.js';
import { useAction } from '../use-action.js';
import { Confirm } from './dialog.js';
import { type Ticked } from './list.js';
import { Failure } from './state.js';
import * as texts from '../texts/parts.js';

/** Something that can be done with all that is ticked. */
export interface BulkAction {
  readonly operation: string;
  readonly verb: string;
  readonly isDanger?: boolean;
  readonly send: (ids: string[]) => Promise<unknown>;
  /** What is said when it is done. */
  readonly done: (counted: string) => string;
}

/** Does the same with all rows that are ticked, after their number was shown. */
export function Bulk(props: {
  readonly of: Ticked;
  /** So many rows, in words. */
  readonly counted: (count: number) => string;
  readonly actions: readonly BulkAction[];
}): ReactNode {
  const { of: ticked, actions } = props;
  const action = useAction();
  const [asked, setAsked] = useState<BulkAction>();
  const { size } = ticked.ids;
  if (size === 0) return null;
  const counted = props.counted(size);
  const untick = (): void => ticked.onChange(new Set());
  const act = async ({ send, done }: BulkAction): Promise<void> => {
    setAsked(undefined);
    if (await action.run(() => send([...ticked.ids]), done(counted))) untick();
  };
  return (
    <div className="bulk">
      <span>{texts.rowsTicked(counted)}</span>
      {actions.map((one) => (
        <Action
          key={one.operation}
          operation={one.operation}
          isBusy={action.isBusy}
          onAct={() => setAsked(one)}
        >
          {one.verb}
        </Action>
      ))}
      <button type="button" className="link" onClick={untick}>
        {texts.untickAll}
      </button>
      {action.error !== undefined && <Failure error={action.error} />}
      {asked && (
        <Confirm
          title={`${asked.verb} ${counted}?`}
          verb={`${asked.verb} ${counted}`}
          isDanger={asked.isDanger}
          onYes={() => void act(asked)}
          onNo={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}
