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

/** So many tasks are proposed to be mocked; more can be typed. */
const PROPOSED_MAX = 12;

const DESCRIPTION: Field = { name: '_description', label: 'Description of the job', kind: 'text' };

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
      ...{ variables, validateInput: inputs().length > 0, ...more },
      ...(typeof description === 'string' && { description }),
    };
    const { data } = await startJob({ client, body: { workflow: workflow.name, options } });
    go(pathOf('jobs', data._id));
  };
  return (
    <>
      <FormButton
        operation="startJob"
        verb="Test run"
        title={`Test run of ${name}`}
        hotkey="t"
        fields={(typed) => [...inputs(typed), mocksField(workflow), DESCRIPTION]}
        send={({ _mocks: mocks, ...values }) =>
          start(values, { mocks: (mocks ?? {}) as NonNullable<StartJobOptions['mocks']> })
        }
        done="The test run is started"
      >
        <p className="soft">Nothing outside is called: tasks answer what stands here.</p>
      </FormButton>
      <FormButton
        operation="startJob"
        verb="Start"
        title={`Start ${name}`}
        kind="primary"
        hotkey="s"
        fields={(typed) => [...inputs(typed), DESCRIPTION]}
        send={start}
        done="The job is started"
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
  const names = proposed.map(([id, task]) => `${id} is ${titleOf(id, task)}`);
  return {
    ...{ name: '_mocks', label: 'What tasks answer', kind: 'json' },
    initial: Object.fromEntries(proposed.map(([id]) => [id, { finish: 'success', output: {} }])),
    help: [
      'By id of the task: output, or finish "error" with its error; a list has one for each run.',
      'Calls that are left out succeed with {}.',
      ...(names.length > 0 ? [`${names.join(', ')}.`] : []),
    ].join(' '),
  };
}
