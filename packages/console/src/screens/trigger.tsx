import {
  type Client,
  deleteTrigger,
  getJsonForm,
  getTrigger,
  issueTriggerCredential,
  type IssuedTriggerCredential,
  listNextRuns,
  revokeTriggerCredential,
  runEndpointTrigger,
  runManualTrigger,
  type ShownTrigger,
  updateTrigger,
} from '../../../client/src/client.js';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { client } from '../api.js';
import { textIn } from '../members.js';
import { Calendar } from '../parts/calendar.js';
import { type Field } from '../parts/form-fields.js';
import { ActButton, FormButton } from '../parts/operation-buttons.js';
import { Section } from '../parts/page.js';
import { written } from '../parts/plain-text.js';
import { Copied, ShownOnce } from '../parts/shown-once.js';
import { fieldsOf } from '../parts/schema-fields.js';
import { Loaded } from '../parts/state.js';
import { Value } from '../parts/value.js';
import { pathOf } from '../navigation.js';
import { useRead } from '../use-read.js';
import { ChangeTrigger } from './trigger-add.js';
import { curlLine, entryOf } from './trigger-view.js';
import { TriggerRuns } from './trigger-runs.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/automations.js';

const ANSWERS: readonly Field[] = [
  { name: 'formData', label: common.variablesOfJob, kind: 'json', initial: {} },
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
            verb={enabled ? common.switchOff : common.switchOn}
            readBy="getTrigger"
            read={read}
            work={(headers) =>
              updateTrigger({ client, path, headers, body: { enabled: !enabled } })
            }
            done={common.isOnOrOff(written(name), !enabled)}
          />
          <ActButton
            operation="deleteTrigger"
            verb={texts.deleteTrigger}
            kind="danger"
            question={common.askDelete(written(name))}
            readBy="getTrigger"
            read={read}
            work={(headers) => deleteTrigger({ client, path, headers })}
            done={common.isDeleted(written(name))}
          />
        </div>
      }
    >
      <div className="inspector">
        {type === 'endpoint' && <Endpoint trigger={trigger} />}
        {type === 'schedule' && enabled && <ComingRuns trigger={trigger} />}
        <Value label={texts.variables} value={trigger['formData'] ?? undefined} />
        <TriggerRuns id={id} />
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
        <Calendar label={texts.itsNextRuns} entries={data.map((atMs) => entryOf(trigger, atMs))} />
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
      verb={texts.runNow}
      title={texts.runName(written(trigger.name))}
      kind="primary"
      hotkey="s"
      unable={trigger.enabled ? undefined : common.itIsSwitchedOff}
      fields={asked ?? ANSWERS}
      send={async (values) => {
        const formData = asked ? values : answersOf(values);
        const { data } = await runManualTrigger({
          client,
          path: { id: trigger._id },
          body: { formData },
        });
        go(pathOf('jobs', data._id));
      }}
      done={texts.jobHasStarted}
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
      verb={texts.runNow}
      title={texts.callName(written(trigger.name))}
      kind="primary"
      hotkey="s"
      unable={trigger.enabled ? undefined : common.itIsSwitchedOff}
      fields={[{ name: 'formData', label: common.body, kind: 'json', initial: {} }]}
      send={async (values) => {
        const { data } = await runEndpointTrigger({
          client,
          path: { routeName: textIn(trigger, 'routeName') ?? '' },
          body: answersOf(values),
        });
        go(pathOf('jobs', data._id));
      }}
      done={texts.jobHasStarted}
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
      <h3>{texts.callItFromShell}</h3>
      <Copied label={texts.curlLine} text={curlLine(trigger, location.origin)} />
      <div className="buttons">
        {(['token', 'hmac'] as const).map((kind) => (
          <ActButton
            key={kind}
            operation="issueTriggerCredential"
            verb={kind === 'token' ? texts.giveItToken : texts.giveItSigningKey}
            question={texts.askIssueCredential}
            work={async () =>
              setIssued(await issueTriggerCredential({ client, path, body: { kind } }))
            }
            done={texts.credentialIsMade}
          />
        ))}
        <ActButton
          operation="revokeTriggerCredential"
          verb={texts.takeItsCredentialAway}
          kind="danger"
          question={texts.askRevokeCredential}
          work={() => revokeTriggerCredential({ client, path })}
          done={texts.credentialIsGone}
        />
      </div>
      {issued && (
        <ShownOnce
          title={texts.credentialOfTrigger}
          note={issued.usage}
          secret={issued.secret}
          onClose={() => setIssued(undefined)}
        >
          {token !== undefined && (
            <Copied
              label={texts.curlLineWithToken}
              text={curlLine({ ...trigger, credential: 'token' }, location.origin, token)}
            />
          )}
        </ShownOnce>
      )}
    </>
  );
}
