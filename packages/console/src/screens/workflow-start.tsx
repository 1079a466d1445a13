import {
  startJob,
  type StartJobOptions,
  type WorkflowDocument,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { client } from '../api.js';
import { textIn } from '../members.js';
import { type Field, type Values } from '../parts/form-fields.js';
import { FormButton } from '../parts/operation-buttons.js';
import { written } from '../parts/plain-text.js';
import { fieldsOf } from '../parts/schema-fields.js';
import { pathOf } from '../navigation.js';
import { tasksOf, titleOf } from './workflow-view.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/workflows.js';

/** So many tasks are proposed to be mocked; more can be typed. */
const PROPOSED_MAX = 12;

const DESCRIPTION: Field = { name: '_description', label: texts.descriptionOfJob, kind: 'text' };

/** Buttons that start a workflow by the form of its input schema: for good, or as a test run. */
export function StartButtons({ workflow }: { readonly workflow: WorkflowDocument }): ReactNode {
  const [, go] = useLocation();
  const name = written(workflow.name);
  const inputs = (typed?: Values): readonly Field[] =>
    fieldsOf(workflow['inputSchema'] ?? {}, {}, typed).filter((field) => field.name !== '_id');
  const start = async (
    { _description: description, ...variables }: Values,
    more: StartJobOptions = {},
  ): Promise<void> => {
    const options = {
      variables,
      validateInput: inputs().length > 0,
      ...more,
      ...(typeof description === 'string' && { description }),
    };
    const { data } = await startJob({ client, body: { workflow: workflow.name, options } });
    go(pathOf('jobs', data._id));
  };
  return (
    <>
      <FormButton
        operation="startJob"
        verb={common.testRun}
        title={texts.testRunOf(name)}
        hotkey="t"
        fields={(typed) => [...inputs(typed), mocksField(workflow), DESCRIPTION]}
        send={({ _mocks: mocks, ...values }) =>
          start(values, { mocks: (mocks ?? {}) as NonNullable<StartJobOptions['mocks']> })
        }
        done={texts.testRunIsStarted}
      >
        <p className="soft">{texts.testRunHelp}</p>
      </FormButton>
      <FormButton
        operation="startJob"
        verb={texts.start}
        title={texts.startName(name)}
        kind="primary"
        hotkey="s"
        fields={(typed) => [...inputs(typed), DESCRIPTION]}
        send={start}
        done={texts.jobIsStarted}
      />
    </>
  );
}

/** Answers for the tasks that speak to the outside, to be changed. */
function mocksField(workflow: WorkflowDocument): Field {
  const outside = Object.entries(tasksOf(workflow)).filter(([, task]) => {
    const app = textIn(task, 'app');
    return app !== undefined && app !== 'WorkFlowEngine' && textIn(task, 'type') !== 'manual';
  });
  const proposed = outside.slice(0, PROPOSED_MAX);
  const names = proposed.map(([id, task]) => texts.idIsTitle(id, titleOf(id, task)));
  return {
    name: '_mocks',
    label: texts.mocks,
    kind: 'json',
    initial: Object.fromEntries(proposed.map(([id]) => [id, { finish: 'success', output: {} }])),
    help: [
      texts.mocksHelp,
      texts.mocksLeftOut,
      ...(names.length > 0 ? [`${names.join(', ')}.`] : []),
    ].join(' '),
  };
}
