import { createTrigger, type ShownTrigger } from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { type Field } from '../parts/form-fields.js';
import { FormButton } from '../parts/operation-buttons.js';
import { TRIGGER_KINDS } from './trigger-view.js';

type Kind = ShownTrigger['type'];

const NAME: Field = { name: 'name', label: 'Name', kind: 'text', isRequired: true };
const TRANSFORMATION: Field = {
  ...{ name: 'jst', kind: 'text', label: 'Transformation of what comes' },
  help: 'Id or name; what it makes are the variables of the job.',
};
const SCHEMA: Field = {
  ...{ name: 'schema', label: 'JSON schema that it has to fit', kind: 'json' },
};

/** What is asked for a trigger of each kind. */
const FIELDS: Readonly<Record<Kind, readonly Field[]>> = {
  manual: [
    NAME,
    { name: 'formId', label: 'Form', kind: 'text', help: 'Id or name of a JSON form.' },
  ],
  schedule: [
    NAME,
    {
      ...{ name: 'cron', label: 'Cron expression', kind: 'text', isRequired: true },
      help: 'Minute, hour, day, month, weekday: 0 7 * * 1 is Mondays at seven.',
    },
    {
      ...{ name: 'timeZone', label: 'Time zone', kind: 'text' },
      initial: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    {
      ...{ name: 'processMissedRuns', label: 'Runs that were missed', kind: 'choice' },
      ...{ choices: ['skip', 'once'], initial: 'skip' },
      help: 'skip notes them, once starts one job for all of them.',
    },
    { name: 'formData', label: 'Variables of the job', kind: 'json' },
  ],
  endpoint: [
    NAME,
    {
      ...{ name: 'routeName', label: 'Route', kind: 'text', isRequired: true },
      help: 'The last part of its address.',
    },
    SCHEMA,
    TRANSFORMATION,
  ],
  eventSystem: [
    NAME,
    { name: 'source', label: 'Source of the event', kind: 'text', isRequired: true },
    { name: 'topic', label: 'Topic', kind: 'text', isRequired: true },
    SCHEMA,
    TRANSFORMATION,
  ],
};

/** Buttons that add a trigger of each kind. */
export function AddTrigger({ automation }: { readonly automation: string }): ReactNode {
  return (
    <div className="buttons">
      {(Object.keys(FIELDS) as Kind[]).map((type) => (
        <FormButton
          key={type}
          operation="createTrigger"
          verb={`Add one ${TRIGGER_KINDS[type]}`}
          title={`Add a trigger ${TRIGGER_KINDS[type]}`}
          fields={FIELDS[type]}
          send={({ name, ...more }) =>
            createTrigger({
              client,
              body: {
                ...more,
                ...defaultsOf(type),
                name: String(name),
                type,
                actionId: automation,
              },
            })
          }
          done="The trigger is added"
        />
      ))}
    </div>
  );
}

function defaultsOf(type: Kind): Readonly<Record<string, unknown>> {
  return type === 'endpoint' ? { verb: 'POST' } : {};
}
