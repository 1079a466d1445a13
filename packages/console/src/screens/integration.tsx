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
import * as common from '../texts/common.js';
import * as texts from '../texts/integrations.js';

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
            verb={enabled ? common.switchOff : common.switchOn}
            question={enabled ? texts.askSwitchOff(written(name)) : undefined}
            readBy="getIntegration"
            read={read}
            work={(headers) =>
              (enabled ? stopIntegration : startIntegration)({ client, path, headers })
            }
            done={common.isOnOrOff(written(name), !enabled)}
          />
          <ActButton
            operation="deleteIntegration"
            verb={common.deleteIt}
            kind="danger"
            question={common.askDelete(written(name))}
            readBy="getIntegration"
            read={read}
            work={async (headers) => {
              await deleteIntegration({ client, path, headers });
              go('/integrations');
            }}
            done={common.isDeleted(written(name))}
          />
        </>
      }
    >
      <div className="stack">
        <Call name={name} model={model} isEnabled={enabled} />
        <Section title={texts.howItIsReached}>
          <Value label={texts.properties} value={data.properties} />
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
    <Section title={texts.callIt}>
      <Form
        fields={[
          {
            name: 'operationId',
            label: common.operation,
            kind: 'text',
            isRequired: true,
            suggestions: operations.map(({ operationId }) => operationId),
          },
          { name: 'parameters', label: texts.parameters, kind: 'json' },
          { name: 'body', label: common.body, kind: 'json' },
        ]}
        verb={texts.call}
        unable={refusal ?? (isEnabled ? undefined : common.itIsSwitchedOff)}
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
            {texts.itAnswered} <Status of={String(answer.status)} />
          </p>
          <Value label={texts.bodyOfAnswer} value={answer.body} />
          <Value label={texts.headersOfAnswer} value={answer.headers} />
        </div>
      )}
    </Section>
  );
}
