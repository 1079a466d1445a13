import { type ReactNode, useState } from 'react';
import { type Client } from '../../../client/src/client.js';
import { newerThan, noteFailure, readTagged, type Tagged } from '../api.js';
import { Action, useRefusal } from '../permissions.js';
import { useRefresh } from '../use-action.js';
import { Dialog } from './dialog.js';
import { Form } from './form.js';
import { type Field } from './form-fields.js';
import { useNotice } from './notices.js';
import { type ButtonProps } from './operation-buttons.js';
import { Failure } from './state.js';
import { Value } from './value.js';
import * as texts from '../texts/parts.js';

interface EditProps<T> extends ButtonProps {
  readonly title: string;
  /** The operation by which the object is read. */
  readonly readBy: string;
  readonly read: (client: Client) => Promise<T>;
  readonly fields: (present: T) => readonly Field[];
  /** What is shown of what somebody else has made of it; what the fields hold when absent. */
  readonly shown?: (present: T) => unknown;
  readonly send: (
    values: Readonly<Record<string, unknown>>,
    present: T,
    headers: { readonly 'If-Match': string },
  ) => Promise<unknown>;
  readonly done: string;
  readonly className?: string;
}

/**
 * A button that reads an object and changes it by a form. Where somebody else was faster, their version is
 * shown beside the form, which keeps all that was typed.
 */
export function EditButton<T>(props: EditProps<T>): ReactNode {
  const { operation, verb, kind, readBy, read } = props;
  const refusal = useRefusal(readBy);
  const [state, setState] = useState<{ isBusy?: true; error?: unknown; present?: Tagged<T> }>({});
  const open = async (): Promise<void> => {
    setState({ isBusy: true });
    try {
      setState({ present: await readTagged(read) });
    } catch (error) {
      noteFailure(error);
      setState({ error });
    }
  };
  return (
    <>
      <Action
        {...{ operation, kind }}
        unable={refusal ?? props.unable}
        isBusy={state.isBusy}
        onAct={() => void open()}
      >
        {`${verb} …`}
      </Action>
      {state.error !== undefined && <Failure error={state.error} />}
      {state.present && <Edit {...props} present={state.present} onClose={() => setState({})} />}
    </>
  );
}

function Edit<T>(
  props: EditProps<T> & { readonly present: Tagged<T>; readonly onClose: () => void },
): ReactNode {
  const { title, verb, read, send, done, className, onClose } = props;
  const [present, setPresent] = useState(props.present);
  const refresh = useRefresh();
  const say = useNotice();
  const isStale = present !== props.present;
  const fields = props.fields(present.value);
  const { shown = () => textsOf(fields) } = props;
  return (
    <Dialog title={title} onClose={onClose} className={className}>
      {isStale && <Value label={texts.changedMeanwhile} value={shown(present.value)} />}
      <Form
        fields={fields}
        verb={isStale ? texts.putMineInPlace : verb}
        onCancel={onClose}
        onSend={async (values) => {
          try {
            await send(values, present.value, { 'If-Match': present.tag });
          } catch (error) {
            const newer = await newerThan(present, error, read);
            if (newer) setPresent(newer);
            throw error;
          }
          onClose();
          refresh();
          say(done);
        }}
      />
    </Dialog>
  );
}

/** What fields hold at first, in the words that the form has for it. */
function textsOf(fields: readonly Field[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields
      .filter(({ initial }) => initial !== undefined)
      .map(({ label, initial, labels = {} }) => [
        label,
        Array.isArray(initial) ? initial.map((one) => labels[String(one)] ?? String(one)) : initial,
      ]),
  );
}
