import { explainAccess, type ExplainedReason } from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { client } from '../api.js';
import { Facts } from '../parts/facts.js';
import { Form } from '../parts/form.js';
import { List } from '../parts/list.js';
import { Section } from '../parts/page.js';
import { written } from '../parts/plain-text.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { useRead } from '../use-read.js';
import { useSession } from '../session.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/access.js';

/** Why somebody may do something, or why not, in words; the address holds the question. */
export function Explain(): ReactNode {
  const { user } = useSession();
  const [params, setParams] = useSearchParams();
  const asked = Object.fromEntries(
    ['operation', 'account', 'object'].map((name) => [name, params.get(name) ?? '']),
  );
  const { operation = '', account = '', object = '' } = asked;
  return (
    <div className="stack">
      <Section title={texts.explainQuestion}>
        <Form
          key={params.toString()}
          verb={texts.explain}
          fields={[
            {
              name: 'operation',
              label: common.operation,
              kind: 'text',
              isRequired: true,
              initial: operation,
              help: texts.operationHelp,
              suggestions: Object.values(user.methods).flat().map(String),
            },
            {
              name: 'account',
              label: texts.userNameOrId,
              kind: 'text',
              initial: account,
              help: texts.yourselfWhenEmpty,
            },
            {
              name: 'object',
              label: texts.onThisObject,
              kind: 'text',
              initial: object,
              help: texts.onThisObjectHelp,
            },
          ]}
          onSend={(values) => {
            const given = Object.entries(values).map(([name, value]) => [name, String(value)]);
            setParams(new URLSearchParams([['show', 'explain'], ...given]));
            return Promise.resolve();
          }}
        />
      </Section>
      {operation !== '' && <Answer {...{ operation, account, object }} />}
    </div>
  );
}

function Answer(props: {
  readonly operation: string;
  readonly account: string;
  readonly object: string;
}): ReactNode {
  const { operation, account, object } = props;
  const query = { operation, ...(account && { account }), ...(object && { object }) };
  const reading = useRead('explainAccess', [query], (signal) =>
    explainAccess({ client, signal, query }),
  );
  return (
    <Section title={texts.answer}>
      <Loaded of={reading}>
        {({ decision, text, reasons, operation: about, account: who }) => (
          <div className="inspector">
            <p>
              <Status of={decision} /> {written(text)}
            </p>
            <Facts
              of={{
                [common.account]: `${who.username} (${who.provenance})`,
                [common.operation]: `${about.id}: ${about.method} ${about.path}`,
                [texts.rolesThatAdmit]: about.roles.join(', '),
              }}
            />
            <List
              label={texts.reasons}
              rows={reasons}
              idOf={({ kind, text: words }) => `${kind} ${words}`}
              columns={[
                { title: texts.reason, cell: ({ text: words }) => words },
                { title: texts.byWayOf, cell: wayText, look: 'wide' },
                {
                  title: texts.so,
                  cell: ({ admits }) => <Status of={admits ? 'admitted' : 'refused'} />,
                },
              ]}
              empty={null}
            />
          </div>
        )}
      </Loaded>
    </Section>
  );
}

function wayText({ path = [], needed = [] }: ExplainedReason): string {
  if (path.length > 0) return path.map(({ type, name }) => `${type} ${name}`).join(' → ');
  return needed.length === 0 ? '' : texts.needsOneOf(needed.join(', '));
}
