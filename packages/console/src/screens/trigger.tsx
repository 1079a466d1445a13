import {
  type Client,
  deleteTrigger,
  getJsonForm,
  getTrigger,
  issueTriggerCredential,
  type IssuedTriggerCredential,
  listNextRuns,
  listTriggerRuns,
  revokeTriggerCredential,
  runEndpointTrigger,
  runManualTrigger,
  type ShownTrigger,
  type TriggerRunAnswer,
  updateTrigger,
} from '../../../client/src/client.js';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { client } from '../api.js';
import { textIn } from '../members.js';
import { Calendar } from '../parts/calendar.js';
import { Pages, useNarrowed } from '../parts/filters.js';
import { type Field } from '../parts/form-fields.js';
import { type Column, List } from '../parts/list.js';
import { ActButton, FormButton } from '../parts/operation-buttons.js';
import { Section } from '../parts/page.js';
import { written } from '../parts/plain-text.js';
import { Copied, ShownOnce } from '../parts/shown-once.js';
import { fieldsOf } from '../parts/schema-fields.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { When } from '../parts/time.js';
import { Value } from '../parts/value.js';
import { pathOf } from '../navigation.js';
import { REFRESH_MS } from '../refresh-interval.js';
import { useRead } from '../use-read.js';
import { ChangeTrigger } from './trigger-add.js';
import { curlLine, entryOf } from './trigger-view.js';

const LIMIT = 10;
const ANSWERS: readonly Field[] = [
  { name: 'formData', label: 'Variables of the job', kind: 'json', initial: {} },
];

/** One trigger: what is done with it, how it is called from outside, what came of it. */
export function Trigger({ trigger }: { readonly trigger: ShownTrigger }): ReactNode {
  const { _id: id, name, type, enabled } = trigger;
  const path = { id };
  const read = (reader: Client): Promise<unknown> => getTrigger({ client: reader, path });
  return (
    <Section
      title={written(name)}
      aside={
        <div className="buttons">
          {type === 'manual' && <RunByHand trigger={trigger} />}
          {type === 'endpoint' && <RunEndpoint trigger={trigger} />}
          <ChangeTrigger trigger={trigger} />
          <ActButton
            operation="updateTrigger"
            verb={enabled ? 'Switch off' : 'Switch on'}
            readBy="getTrigger"
            read={read}
            work={(headers) =>
              updateTrigger({ client, path, headers, body: { enabled: !enabled } })
            }
            done={`${written(name)} is ${enabled ? 'off' : 'on'}`}
          />
          <ActButton
            operation="deleteTrigger"
            verb="Delete trigger"
            kind="danger"
            question={`Delete ${written(name)}?`}
            readBy="getTrigger"
            read={read}
            work={(headers) => deleteTrigger({ client, path, headers })}
            done={`${written(name)} is deleted`}
          />
        </div>
      }
    >
      <div className="inspector">
        {type === 'endpoint' && <Endpoint trigger={trigger} />}
        {type === 'schedule' && enabled && <ComingRuns trigger={trigger} />}
        <Value label="Variables" value={trigger['formData'] ?? undefined} />
        <Runs id={id} />
      </div>
    </Section>
  );
}

/** When a schedule comes round in the next two weeks. */
function ComingRuns({ trigger }: { readonly trigger: ShownTrigger }): ReactNode {
  const path = { id: trigger._id };
  const reading = useRead('listNextRuns', [path], (signal) =>
    listNextRuns({ client, signal, path }),
  );
  return (
    <Loaded of={reading}>
      {({ data }) => (
        <Calendar label="Its next runs" entries={data.map((atMs) => entryOf(trigger, atMs))} />
      )}
    </Loaded>
  );
}

/** Starts the job, with answers to the form of the trigger where it has one that can be read. */
function RunByHand({ trigger }: { readonly trigger: ShownTrigger }): ReactNode {
  const [, go] = useLocation();
  const form = textIn(trigger, 'formId');
  const reading = useRead(
    'getJsonForm',
    [form],
    (signal) => getJsonForm({ client, signal, path: { id: form ?? '' } }),
    { isWanted: form !== undefined },
  );
  const schema = reading.query.data?.schema;
  const asked =
    typeof schema === 'object' && schema !== null
      ? fieldsOf(schema, answersOf(trigger))
      : undefined;
  return (
    <FormButton
      operation="runManualTrigger"
      verb="Run now"
      title={`Run ${written(trigger.name)}`}
      kind="primary"
      hotkey="s"
      unable={trigger.enabled ? undefined : 'It is switched off'}
      fields={asked ?? ANSWERS}
      send={async (values) => {
        const formData = asked ? values : answersOf(values);
        const { data } = await runManualTrigger({
          ...{ client, path: { id: trigger._id } },
          body: { formData },
        });
        go(pathOf('jobs', data._id));
      }}
      done="The job has started"
    />
  );
}

function answersOf(holder: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { formData } = holder;
  return typeof formData === 'object' && formData !== null ? { ...formData } : {};
}

function RunEndpoint({ trigger }: { readonly trigger: ShownTrigger }): ReactNode {
  const [, go] = useLocation();
  return (
    <FormButton
      operation="runEndpointTrigger"
      verb="Run now"
      title={`Call ${written(trigger.name)}`}
      kind="primary"
      hotkey="s"
      unable={trigger.enabled ? undefined : 'It is switched off'}
      fields={[{ name: 'formData', label: 'Body', kind: 'json', initial: {} }]}
      send={async (values) => {
        const { data } = await runEndpointTrigger({
          ...{ client, path: { routeName: textIn(trigger, 'routeName') ?? '' } },
          body: answersOf(values),
        });
        go(pathOf('jobs', data._id));
      }}
      done="The job has started"
    />
  );
}

/** How the trigger is called from outside, and the credential that admits to it alone. */
function Endpoint({ trigger }: { readonly trigger: ShownTrigger }): ReactNode {
  const [issued, setIssued] = useState<IssuedTriggerCredential>();
  const path = { id: trigger._id };
  const token = issued?.kind === 'token' ? issued.secret : undefined;
  return (
    <>
      <h3>Call it from a shell</h3>
      <Copied label="curl line" text={curlLine(trigger, location.origin)} />
      <div className="buttons">
        {(['token', 'hmac'] as const).map((kind) => (
          <ActButton
            key={kind}
            operation="issueTriggerCredential"
            verb={kind === 'token' ? 'Give it a token' : 'Give it a signing key'}
            question="The credential before, if there is one, counts no more. Make another?"
            work={async () =>
              setIssued(await issueTriggerCredential({ client, path, body: { kind } }))
            }
            done="The credential is made"
          />
        ))}
        <ActButton
          operation="revokeTriggerCredential"
          verb="Take its credential away"
          kind="danger"
          question="Whoever calls it by the credential will be refused. Take it away?"
          work={() => revokeTriggerCredential({ client, path })}
          done="The credential is gone"
        />
      </div>
      {issued && (
        <ShownOnce
          title="Credential of the trigger"
          note={issued.usage}
          secret={issued.secret}
          onClose={() => setIssued(undefined)}
        >
          {token !== undefined && (
            <Copied
              label="curl line with the token"
              text={curlLine({ ...trigger, credential: 'token' }, location.origin, token)}
            />
          )}
        </ShownOnce>
      )}
    </>
  );
}

const RUN_COLUMNS: readonly Column<TriggerRunAnswer>[] = [
  { title: 'When', cell: ({ at }) => <When at={at} /> },
  { title: 'Outcome', cell: ({ outcome }) => <Status of={outcome} /> },
  {
    title: 'Why',
    cell: ({ reason, missed }) =>
      missed === null ? (reason ?? '') : `${reason ?? ''} ${missed.count} runs`,
    look: 'wide',
  },
  {
    title: 'Job',
    cell: ({ jobId }) => jobId !== null && <Link href={pathOf('jobs', jobId)}>Its job</Link>,
  },
];

/** What came of the trigger, misses among it. */
function Runs({ id }: { readonly id: string }): ReactNode {
  const by = useNarrowed();
  const skip = Number(by.get('skip') ?? 0);
  const reading = useRead(
    'listTriggerRuns',
    [id, skip],
    (signal) => listTriggerRuns({ client, signal, path: { id }, query: { limit: LIMIT, skip } }),
    { everyMs: REFRESH_MS, keepsBefore: true },
  );
  return (
    <>
      <h3>What came of it</h3>
      <Loaded of={reading}>
        {({ data, metadata: { total } }) => (
          <List
            label="Runs"
            rows={data}
            columns={RUN_COLUMNS}
            idOf={({ _id }) => _id}
            empty={<p>It has not run yet.</p>}
            foot={<Pages {...{ by, total, skip, limit: LIMIT, shown: data.length }} />}
          />
        )}
      </Loaded>
    </>
  );
}
