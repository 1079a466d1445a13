import { listAdapters, restAction, restQuery } from '../../../client/src/client.js';
import { type ReactNode, useState } from 'react';
import { client } from '../api.js';
import { Form } from '../parts/form.js';
import { type Field } from '../parts/form-fields.js';
import { Section } from '../parts/page.js';
import { Loaded } from '../parts/state.js';
import { Value } from '../parts/value.js';
import { useRefusal } from '../permissions.js';
import { useRead } from '../use-read.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/orchestrator.js';

const ADAPTERS_MAX = 100;
const MEDIA_TYPE = 'application/yang-data+json';

/** What needs the names of the adapters, once they are known. */
export function WithAdapters(props: {
  readonly children: (names: readonly string[]) => ReactNode;
}): ReactNode {
  const reading = useRead('listAdapters', [], (signal) =>
    listAdapters({ client, signal, query: { limit: ADAPTERS_MAX, sort: 'name' } }),
  );
  return (
    <Loaded of={reading}>{({ results }) => props.children(results.map(({ name }) => name))}</Loaded>
  );
}

/** Asks an orchestrator, or has it do something, as it is. */
export function Calls(): ReactNode {
  return <WithAdapters>{(names) => <CallForms names={names} />}</WithAdapters>;
}

function CallForms({ names }: { readonly names: readonly string[] }): ReactNode {
  const adapter: Field = {
    name: 'adapter',
    label: common.adapter,
    kind: 'choice',
    isRequired: true,
    choices: names,
    initial: names[0],
  };
  const refusal = { query: useRefusal('restQuery'), action: useRefusal('restAction') };
  const [answer, setAnswer] = useState<unknown>();
  const path: Field = { name: 'path', label: common.path, kind: 'text', isRequired: true };
  return (
    <div className="stack">
      <div className="columns">
        <Section title={texts.query}>
          <Form
            fields={[adapter, { ...path, initial: '/restconf/data' }]}
            verb={texts.ask}
            unable={refusal.query}
            onSend={async (values) => {
              const { result } = await restQuery({
                client,
                path: { adapterId: String(values['adapter']) },
                body: { params: { path: String(values['path']), accept: MEDIA_TYPE } },
              });
              setAnswer(result);
            }}
          />
        </Section>
        <Section title={texts.action}>
          <Form
            fields={[
              adapter,
              { ...path, help: texts.actionPathHelp },
              { name: 'body', label: common.body, kind: 'json', initial: {}, isRequired: true },
            ]}
            verb={texts.doIt}
            unable={refusal.action}
            onSend={async (values) => {
              const { body } = values;
              setAnswer(
                await restAction({
                  client,
                  path: { adapterId: String(values['adapter']) },
                  body: {
                    params: { path: String(values['path']), accept: MEDIA_TYPE },
                    body: typeof body === 'object' && body !== null ? { ...body } : {},
                  },
                }),
              );
            }}
          />
        </Section>
      </div>
      {answer !== undefined && <Answer answer={answer} />}
    </div>
  );
}

function Answer({ answer }: { readonly answer: unknown }): ReactNode {
  return (
    <Section title={texts.whatItAnswered}>
      <Value label={texts.answer} value={answer} />
      {Array.isArray(answer) && answer.length === 0 && (
        <p className="soft">{texts.nothingIsThere}</p>
      )}
    </Section>
  );
}
