import { type ReactNode, useState } from 'react';
import { isProblem } from '../api.js';
import { Action } from '../permissions.js';
import { useAction } from '../use-action.js';
import { Dialog } from './dialog.js';
import { Form } from './form.js';
import { type Field } from './form-fields.js';
import { Failure } from './state.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/parts.js';

type Values = Readonly<Record<string, unknown>>;

interface PlanDialogProps<Plan, Result> {
  readonly title: string;
  /** What is said above the fields. */
  readonly intro?: string;
  readonly fields: readonly Field[];
  /** The operation that does what was shown. */
  readonly operation: string;
  readonly verb: string;
  readonly kind?: 'primary' | 'danger';
  readonly plan: (values: Values) => Promise<Plan>;
  readonly showPlan: (plan: Plan) => ReactNode;
  /** Why the plan cannot be done. */
  readonly unable?: (plan: Plan) => string | undefined;
  /** Does exactly what the plan says: the platform refuses when that is not so any more. */
  readonly apply: (values: Values, plan: Plan) => Promise<Result>;
  /** Shows what came of it; calls `onStale` when it turns out later that the plan is not so any more. */
  readonly showResult: (result: Result, onStale: () => void) => ReactNode;
  readonly done: string;
  readonly onClose: () => void;
}

/** A change in three steps: what is wanted, what that would do, and exactly that. */
export function PlanDialog<Plan, Result>(props: PlanDialogProps<Plan, Result>): ReactNode {
  const { title, intro, fields, plan, onClose } = props;
  const [shown, setShown] = useState<Shown<Plan>>();
  const show = async (values: Values, isNew = false): Promise<void> =>
    setShown({ values, plan: await plan(values), isNew });
  return (
    <Dialog title={title} onClose={onClose} className="broad">
      {/* What was typed stays, so that it can be mended after the look at it. */}
      <div hidden={shown !== undefined}>
        <Form fields={fields} verb={texts.showWhatChanges} onSend={show} onCancel={onClose}>
          {intro !== undefined && <p>{intro}</p>}
        </Form>
      </div>
      {shown && (
        <Apply
          {...{ props, shown }}
          onBack={() => setShown(undefined)}
          onAgain={() => show(shown.values, true)}
        />
      )}
    </Dialog>
  );
}

/** A plan as it is shown, of what was filled in. */
interface Shown<Plan> {
  readonly values: Values;
  readonly plan: Plan;
  /** Whether it took the place of one that the world has left behind. */
  readonly isNew: boolean;
}

function Apply<Plan, Result>(own: {
  readonly props: PlanDialogProps<Plan, Result>;
  readonly shown: Shown<Plan>;
  readonly onBack: () => void;
  readonly onAgain: () => Promise<void>;
}): ReactNode {
  const { props, shown, onBack, onAgain } = own;
  const { operation, verb, kind = 'primary', showPlan, unable, apply, showResult } = props;
  const action = useAction();
  const [result, setResult] = useState<Result>();
  const act = async (): Promise<void> => {
    await action.run(async () => {
      try {
        setResult(await apply(shown.values, shown.plan));
      } catch (error) {
        if (isProblem(error, 409) && error.code === 'plan-changed') await onAgain();
        throw error;
      }
    }, props.done);
  };
  const startAgain = (): void => {
    setResult(undefined);
    void onAgain();
  };
  return (
    <>
      {shown.isNew && result === undefined && (
        <p className="fault" role="alert">
          {texts.planIsStale}
        </p>
      )}
      {result === undefined ? showPlan(shown.plan) : showResult(result, startAgain)}
      {action.error !== undefined && !shown.isNew && <Failure error={action.error} />}
      <div className="buttons">
        {result === undefined && (
          <>
            <Action
              {...{ operation, kind }}
              unable={unable?.(shown.plan)}
              isBusy={action.isBusy}
              onAct={() => void act()}
            >
              {verb}
            </Action>
            <button type="button" onClick={onBack}>
              {texts.back}
            </button>
          </>
        )}
        <button type="button" onClick={props.onClose}>
          {common.close}
        </button>
      </div>
    </>
  );
}
