import {
  callIntegration,
  type CallIntegrationAnswer,
  type Client,
  deleteIntegration,
  getIntegration,
  getIntegrationModel,
  type IntegrationRecord,
  startIntegration,
  stopIntegration,
} from '../../../client/src/client.js';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { client } from '../api.js';
import { Form } from '../parts/form.js';
import { ActButton } from '../parts/operation-buttons.js';
import { Page, Section } from '../parts/page.js';
import { written } from '../parts/plain-text.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { Value } from '../parts/value.js';
import { pathOf } from '../navigation.js';
import { useRefusal } from '../permissions.js';
import { useRead } from '../use-read.js';
import { IntegrationState } from './integrations.js';

/** One integration: whether it answers, and calling it. */
export function Integration({ name }: { readonly name: string }): ReactNode {
  const reading = useRead('getIntegration', [name], (signal) =>
    getIntegration({ client, signal, path: { name } }),
  );
  return <Loaded of={reading}>{({ result }) => <LoadedIntegration record={result} />}</Loaded>;
}

function LoadedIntegration({ record }: { readonly record: IntegrationRecord }): ReactNode {
  const { data, metadata } = record;
  const { name, model } = data;
  const [, go] = useLocation();
  const path = { name };
  const read = (reader: Client): Promise<unknown> => getIntegration({ client: reader, path });
  const { enabled } = metadata;
  return (
    <Page
      title={name}
      note={
        <>
          <IntegrationState record={record} />
          <Link href={pathOf('models', model)}>{written(model)}</Link>
          <span>{written(metadata.detail)}</span>
        </>
      }
      actions={
        <>
          <ActButton
            operation={enabled ? 'stopIntegration' : 'startIntegration'}
            verb={enabled ? 'Switch off' : 'Switch on'}
            question={enabled ? `Refuse every call of ${written(name)}?` : undefined}
            readBy="getIntegration"
            read={read}
            work={(headers) =>
              (enabled ? stopIntegration : startIntegration)({ client, path, headers })
            }
            done={`${written(name)} is ${enabled ? 'off' : 'on'}`}
          />
          <ActButton
            operation="deleteIntegration"
            verb="Delete"
            kind="danger"
            question={`Delete ${written(name)}?`}
            readBy="getIntegration"
            read={read}
            work={async (headers) => {
              await deleteIntegration({ client, path, headers });
              go('/integrations');
            }}
            done={`${written(name)} is deleted`}
          />
        </>
      }
    >
      <div className="stack">
        <Call name={name} model={model} isEnabled={enabled} />
        <Section title="How it is reached">
          <Value label="Properties" value={data.properties} />
        </Section>
      </div>
    </Page>
  );
}

function Call(props: {
  readonly name: string;
  readonly model: string;
  readonly isEnabled: boolean;
}): ReactNode {
  const { name, model, isEnabled } = props;
  const refusal = useRefusal('callIntegration');
  const [answer, setAnswer] = useState<CallIntegrationAnswer>();
  const reading = useRead('getIntegrationModel', [model], (signal) =>
    getIntegrationModel({ client, signal, path: { id: model } }),
  );
  const operations = reading.query.data?.operations ?? [];
  return (
    <Section title="Call it">
      <Form
        fields={[
          {
            ...{ name: 'operationId', label: 'Operation', kind: 'text', isRequired: true },
            suggestions: operations.map(({ operationId }) => operationId),
          },
          { name: 'parameters', label: 'Parameters', kind: 'json' },
          { name: 'body', label: 'Body', kind: 'json' },
        ]}
        verb="Call"
        unable={refusal ?? (isEnabled ? undefined : 'It is switched off')}
        onSend={async ({ operationId, parameters, body }) => {
          setAnswer(
            await callIntegration({
              client,
              path: { name, operationId: String(operationId) },
              body: {
                ...(typeof parameters === 'object' &&
                  parameters !== null && { parameters: { ...parameters } }),
                ...(body !== undefined && { body }),
              },
            }),
          );
        }}
      />
      {answer && (
        <div className="inspector answer">
          <p role="status">
            It answered <Status of={String(answer.status)} />
          </p>
          <Value label="Body of the answer" value={answer.body} />
          <Value label="Headers of the answer" value={answer.headers} />
        </div>
      )}
    </Section>
  );
}
