import { type ReactNode, useState } from 'react';
import { Action, useRefusal } from '../permissions.js';
import { useAction, useRefresh } from '../use-action.js';
import { Confirm, Dialog } from './dialog.js';
import { Form } from './form.js';
import { type Field } from './form-fields.js';
import { useHotkeys } from './keys.js';
import { useNotice } from './notices.js';
import { Failure } from './state.js';

export interface ButtonProps {
  readonly operation: string;
  readonly verb: string;
  readonly kind?: 'primary' | 'danger' | undefined;
  readonly unable?: string | undefined;
}

/** A button that does one operation, at once or after a question. */
export function ActButton(
  props: ButtonProps & {
    readonly work: () => Promise<unknown>;
    /** What is said when it is done. */
    readonly done: string;
    /** What is asked before; what it asks about is dangerous when the button is. */
    readonly question?: string | undefined;
  },
): ReactNode {
  const { operation, verb, kind, unable, work, done, question } = props;
  const action = useAction();
  const [isAsked, setAsked] = useState(false);
  const act = async (): Promise<void> => {
    setAsked(false);
    await action.run(work, done);
  };
  return (
    <>
      <Action
        {...{ operation, kind, unable }}
        isBusy={action.isBusy}
        onAct={() => (question === undefined ? void act() : setAsked(true))}
      >
        {verb}
      </Action>
      {action.error !== undefined && <Failure error={action.error} />}
      {isAsked && (
        <Confirm
          title={question ?? verb}
          verb={verb}
          isDanger={kind === 'danger'}
          onYes={() => void act()}
          onNo={() => setAsked(false)}
        />
      )}
    </>
  );
}

/** A button that opens a form, and sends what was filled in. */
export function FormButton(
  props: ButtonProps & {
    readonly title?: string;
    readonly fields: readonly Field[];
    readonly send: (values: Readonly<Record<string, unknown>>) => Promise<unknown>;
    readonly done: string;
    readonly hotkey?: string;
    readonly children?: ReactNode;
  },
): ReactNode {
  const { operation, verb, kind, unable, fields, send, done, hotkey, children } = props;
  const { title = verb } = props;
  const [isOpen, setOpen] = useState(false);
  const say = useNotice();
  const refresh = useRefresh();
  const refusal = useRefusal(operation) ?? unable;
  useHotkeys(
    hotkey === undefined
      ? []
      : [{ keys: hotkey, what: title, act: () => refusal === undefined && setOpen(true) }],
  );
  return (
    <>
      <Action {...{ operation, kind, unable, hotkey }} onAct={() => setOpen(true)}>
        {`${verb} …`}
      </Action>
      {isOpen && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <Form
            fields={fields}
            verb={verb}
            onCancel={() => setOpen(false)}
            onSend={async (values) => {
              await send(values);
              setOpen(false);
              refresh();
              say(done);
            }}
          >
            {children}
          </Form>
        </Dialog>
      )}
    </>
  );
}
