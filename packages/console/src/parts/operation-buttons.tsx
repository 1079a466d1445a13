import { type ReactNode, useState } from 'react';
import { type Client } from '../../../client/src/client.js';
import { newerThan, readTagged, type Tagged } from '../api.js';
import { Action, useRefusal } from '../permissions.js';
import { useSession } from '../session.js';
import { useAction, useRefresh } from '../use-action.js';
import { Confirm, Dialog } from './dialog.js';
import { Form } from './form.js';
import { type Fields } from './form-fields.js';
import { useHotkeys } from './keys.js';
import { useNotice } from './notices.js';
import { Failure } from './state.js';
import { Value } from './value.js';
import * as texts from '../texts/parts.js';

export interface ButtonProps {
  readonly operation: string;
  readonly verb: string;
  readonly kind?: 'primary' | 'danger' | undefined;
  readonly unable?: string | undefined;
}

/**
 * A button that does one operation, at once or after a question. Where it says how its object is read, it is done to
 * the object as it was when the button was pressed: what somebody else has made of it meanwhile is shown first.
 */
export function ActButton(
  props: ButtonProps & {
    readonly work: (headers: { readonly 'If-Match'?: string }) => Promise<unknown>;
    /** The operation by which its object is read. */
    readonly readBy?: string;
    readonly read?: (client: Client) => Promise<unknown>;
    /** What is said when it is done. */
    readonly done: string;
    /** What is asked before; what it asks about is dangerous when the button is. */
    readonly question?: string | undefined;
  },
): ReactNode {
  const { operation, verb, kind, unable, work, done, question } = props;
  const { may } = useSession();
  const read = props.readBy !== undefined && may(props.readBy) ? props.read : undefined;
  const action = useAction();
  const [asked, setAsked] = useState<{ present?: Tagged<unknown>; isStale?: true }>();
  const press = async (): Promise<void> => {
    // One that cannot be read is for the operation to refuse, in its words.
    const present = read && (await readTagged(read).catch(() => undefined));
    const target = present ? { present } : {};
    if (question === undefined) await act(target);
    else setAsked(target);
  };
  const act = async ({ present }: { readonly present?: Tagged<unknown> }): Promise<void> => {
    setAsked(undefined);
    const send = async (): Promise<void> => {
      try {
        await work(present ? { 'If-Match': present.tag } : {});
      } catch (error) {
        const newer = present && read && (await newerThan(present, error, read));
        if (newer) setAsked({ present: newer, isStale: true });
        throw error;
      }
    };
    await action.run(send, done);
  };
  return (
    <>
      <Action {...{ operation, kind, unable }} isBusy={action.isBusy} onAct={() => void press()}>
        {verb}
      </Action>
      {action.error !== undefined && <Failure error={action.error} />}
      {asked && (
        <Confirm
          title={question ?? verb}
          verb={verb}
          isDanger={kind === 'danger'}
          onYes={() => void act(asked)}
          onNo={() => setAsked(undefined)}
        >
          {asked.isStale && <Value label={texts.changedMeanwhile} value={asked.present?.value} />}
        </Confirm>
      )}
    </>
  );
}

/** A button, with its key, that opens a dialog. */
export function DialogButton(
  props: ButtonProps & {
    /** What its key is said to do; the verb when absent. */
    readonly title?: string | undefined;
    readonly hotkey?: string | undefined;
    readonly children: (onClose: () => void) => ReactNode;
  },
): ReactNode {
  const { operation, verb, kind, unable, hotkey, title = verb, children } = props;
  const [isOpen, setOpen] = useState(false);
  const refusal = useRefusal(operation) ?? unable;
  const open = (): void => setOpen(true);
  useHotkeys(
    hotkey === undefined
      ? []
      : [{ keys: hotkey, what: title, act: () => refusal === undefined && open() }],
  );
  return (
    <>
      <Action {...{ operation, kind, unable, hotkey }} onAct={open}>
        {`${verb} …`}
      </Action>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}

/** A button that opens a form, and sends what was filled in. */
export function FormButton(
  props: ButtonProps & {
    readonly title?: string;
    readonly fields: Fields;
    readonly send: (values: Readonly<Record<string, unknown>>) => Promise<unknown>;
    readonly done: string;
    readonly hotkey?: string;
    readonly children?: ReactNode;
  },
): ReactNode {
  const { fields, send, done, children, ...button } = props;
  const { verb, title = verb } = button;
  const say = useNotice();
  const refresh = useRefresh();
  return (
    <DialogButton {...button}>
      {(onClose) => (
        <Dialog title={title} onClose={onClose}>
          <Form
            fields={fields}
            verb={verb}
            onCancel={onClose}
            onSend={async (values) => {
              await send(values);
              onClose();
              refresh();
              say(done);
            }}
          >
            {children}
          </Form>
        </Dialog>
      )}
    </DialogButton>
  );
}
