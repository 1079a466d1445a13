import {
  deleteAutomation,
  getAutomation,
  listTriggers,
  type ShownAutomation,
  type ShownTrigger,
  updateAutomation,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { client } from '../api.js';
import { EditButton } from '../parts/edit-button.js';
import { Facts, namesText } from '../parts/facts.js';
import { List } from '../parts/list.js';
import { ActButton } from '../parts/operation-buttons.js';
import { Page, Section } from '../parts/page.js';
import { written } from '../parts/plain-text.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { When } from '../parts/time.js';
import { pathOf } from '../navigation.js';
import { REFRESH_MS } from '../refresh-interval.js';
import { useRead } from '../use-read.js';
import { AUTOMATION_FIELDS } from './automations.js';
import { Trigger } from './trigger.js';
import { AddTrigger } from './trigger-add.js';
import { TRIGGER_KINDS, whenText } from './trigger-view.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/automations.js';

const TRIGGERS_MAX = 100;

/** One automation: what it starts, its triggers, and what came of them. */
export function Automation({ id }: { readonly id: string }): ReactNode {
  const reading = useRead('getAutomation', [id], (signal) =>
    getAutomation({ client, signal, path: { id } }),
  );
  return <Loaded of={reading}>{({ data }) => <LoadedAutomation automation={data} />}</Loaded>;
}

function LoadedAutomation({ automation }: { readonly automation: ShownAutomation }): ReactNode {
  const { _id: id, name, description, componentName, gbac } = automation;
  const [, go] = useLocation();
  return (
    <Page
      title={name}
      note={description !== '' && written(description)}
      actions={
        <>
          <EditButton
            operation="updateAutomation"
            verb={common.change}
            title={common.changeName(written(name))}
            readBy="getAutomation"
            read={(reader) => getAutomation({ client: reader, path: { id } })}
            fields={({ data }) =>
              AUTOMATION_FIELDS.map((field) => ({ ...field, initial: data[field.name] }))
            }
            send={(body, _, headers) =>
              updateAutomation({ client, path: { id }, headers, body: { ...body } })
            }
            done={texts.automationIsChanged}
          />
          <ActButton
            operation="deleteAutomation"
            verb={common.deleteIt}
            kind="danger"
            question={texts.askDeleteWithTriggers(written(name))}
            readBy="getAutomation"
            read={(reader) => getAutomation({ client: reader, path: { id } })}
            work={async (headers) => {
              await deleteAutomation({ client, path: { id }, headers });
              go('/automations');
            }}
            done={common.isDeleted(written(name))}
          />
        </>
      }
    >
      <div className="stack">
        <Section title={texts.whatItStarts}>
          <Facts
            of={{
              [common.workflow]: componentName !== null && (
                <Link href={pathOf('workflows', componentName)}>{written(componentName)}</Link>
              ),
              [texts.seenBy]: groupsText(gbac.read),
              [texts.changedBy]: groupsText(gbac.write),
            }}
          />
        </Section>
        <Triggers automation={id} />
      </div>
    </Page>
  );
}

function groupsText(groups: readonly { readonly name: string }[]): string {
  const names = groups.map(({ name }) => name);
  return namesText(names, texts.everyoneAdmitted);
}

/** The triggers: the one that the address names is opened below. */
function Triggers({ automation }: { readonly automation: string }): ReactNode {
  const [params] = useSearchParams();
  const wanted = params.get('trigger');
  const reading = useRead(
    'listTriggers',
    [automation],
    (signal) =>
      listTriggers({ client, signal, query: { actionId: automation, limit: TRIGGERS_MAX } }),
    { everyMs: REFRESH_MS },
  );
  return (
    <Loaded of={reading}>
      {({ data }) => {
        const chosen = data.find(({ _id }) => _id === wanted) ?? data[0];
        return (
          <>
            <Section title={texts.triggers} aside={<AddTrigger automation={automation} />}>
              <List
                label={texts.triggers}
                rows={data}
                idOf={({ _id }) => _id}
                linkOf={({ _id }) => `${pathOf('automations', automation)}?trigger=${_id}`}
                columns={[
                  { title: texts.trigger, cell: ({ name }) => name },
                  { title: common.kind, cell: ({ type }) => TRIGGER_KINDS[type] },
                  { title: common.when, cell: (trigger) => whenText(trigger), look: 'wide' },
                  { title: common.next, cell: (trigger) => <Next trigger={trigger} /> },
                  {
                    title: common.state,
                    cell: ({ enabled }) => <Status of={enabled ? 'on' : 'off'} />,
                  },
                ]}
                empty={<p>{texts.noTriggers}</p>}
              />
            </Section>
            {chosen && <Trigger key={chosen._id} trigger={chosen} />}
          </>
        );
      }}
    </Loaded>
  );
}

function Next({ trigger }: { readonly trigger: ShownTrigger }): ReactNode {
  return trigger.type === 'schedule' && <When at={trigger.nextRunAt} />;
}
