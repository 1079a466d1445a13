import {
  createTrigger,
  getTrigger,
  type ShownTrigger,
  updateTrigger,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { EditButton } from '../parts/edit-button.js';
import { FormButton } from '../parts/operation-buttons.js';
import { written } from '../parts/plain-text.js';
import { fieldsOfTrigger, TRIGGER_FIELDS, type TriggerKind } from './trigger-fields.js';
import { TRIGGER_KINDS } from './trigger-view.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/automations.js';

/** A button that changes a trigger; what is emptied is taken away. */
export function ChangeTrigger({ trigger }: { readonly trigger: ShownTrigger }): ReactNode {
  const path = { id: trigger._id };
  return (
    <EditButton
      operation="updateTrigger"
      verb={texts.changeTrigger}
      title={common.changeName(written(trigger.name))}
      readBy="getTrigger"
      read={(reader) => getTrigger({ client: reader, path })}
      fields={({ data }) => fieldsOfTrigger(data)}
      send={(values, { data }, headers) => {
        const held = fieldsOfTrigger(data).filter(({ initial }) => initial !== undefined);
        const emptied = Object.fromEntries(held.map(({ name }) => [name, null]));
        return updateTrigger({ client, path, headers, body: { ...emptied, ...values } });
      }}
      done={common.isChanged(written(trigger.name))}
    />
  );
}

/** Buttons that add a trigger of each kind. */
export function AddTrigger({ automation }: { readonly automation: string }): ReactNode {
  return (
    <div className="buttons">
      {(Object.keys(TRIGGER_FIELDS) as TriggerKind[]).map((type) => (
        <FormButton
          key={type}
          operation="createTrigger"
          verb={texts.addOne(TRIGGER_KINDS[type])}
          title={texts.addTrigger(TRIGGER_KINDS[type])}
          fields={TRIGGER_FIELDS[type]}
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
          done={texts.triggerIsAdded}
        />
      ))}
    </div>
  );
}

function defaultsOf(type: TriggerKind): Readonly<Record<string, unknown>> {
  return type === 'endpoint' ? { verb: 'POST' } : {};
}
