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
      <Section title="Why may somebody do this, or why not?">
        <Form
          key={params.toString()}
          verb="Explain"
          fields={[
            {
              ...{ name: 'operation', label: 'Operation', kind: 'text', isRequired: true },
              ...{ initial: operation, help: 'For example startJob.' },
              suggestions: Object.values(user.methods).flat().map(String),
            },
            {
              ...{ name: 'account', label: 'User name or id', kind: 'text', initial: account },
              help: 'You yourself when it is empty.',
            },
            {
              ...{ name: 'object', label: 'On this object', kind: 'text', initial: object },
              help: 'Its id; empty: whatever the operation is about.',
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
    <Section title="The answer">
      <Loaded of={reading}>
        {({ decision, text, reasons, operation: about, account: who }) => (
          <div className="inspector">
            <p>
              <Status of={decision} /> {written(text)}
            </p>
            <Facts
              of={{
                Account: `${who.username} (${who.provenance})`,
                Operation: `${about.id}: ${about.method} ${about.path}`,
                'Roles that admit': about.roles.join(', '),
              }}
            />
            <List
              label="Reasons"
              rows={reasons}
              idOf={({ kind, text: words }) => `${kind} ${words}`}
              columns={[
                { title: 'Reason', cell: ({ text: words }) => words },
                { title: 'By way of', cell: wayText, look: 'wide' },
                {
                  title: 'So',
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
  return needed.length === 0 ? '' : `needs one of ${needed.join(', ')}`;
}
