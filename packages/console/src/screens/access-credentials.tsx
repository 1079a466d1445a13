import {
  type ApiTokenAnswer,
  createApiToken,
  endSession,
  listApiTokens,
  listSessions,
  revokeApiToken,
  type SessionAnswer,
} from '../../../client/src/client.js';
import { type ReactNode, useState } from 'react';
import { client } from '../api.js';
import { namesText } from '../parts/facts.js';
import { type Column, List } from '../parts/list.js';
import { ActButton, FormButton } from '../parts/operation-buttons.js';
import { Section } from '../parts/page.js';
import { written } from '../parts/plain-text.js';
import { ShownOnce } from '../parts/shown-once.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { When } from '../parts/time.js';
import { useRead } from '../use-read.js';

const LIMIT = 50;

const SESSION_COLUMNS: readonly Column<SessionAnswer>[] = [
  { title: 'From', cell: ({ address }) => address },
  { title: 'With', cell: ({ userAgent }) => userAgent, look: 'wide' },
  { title: 'Signed in', cell: ({ created }) => <When at={created} /> },
  { title: 'Last seen', cell: ({ lastSeen }) => <When at={lastSeen} /> },
  {
    title: 'End it',
    cell: ({ _id: id, current }) =>
      current ? (
        <Status of="this one" />
      ) : (
        <ActButton
          operation="endSession"
          verb="End"
          work={() => endSession({ client, path: { id } })}
          done="The session has ended"
        />
      ),
  },
];

/** The sessions of an account; of the caller when none is named. */
export function Sessions({ account }: { readonly account?: string }): ReactNode {
  const query = { limit: LIMIT, ...(account !== undefined && { account }) };
  const reading = useRead('listSessions', [query], (signal) =>
    listSessions({ client, signal, query }),
  );
  return (
    <Section title="Sessions">
      <Loaded of={reading}>
        {({ results }) => (
          <List
            label="Sessions"
            rows={results}
            columns={SESSION_COLUMNS}
            idOf={({ _id }) => _id}
            empty={<p>Nobody is signed in with it.</p>}
          />
        )}
      </Loaded>
    </Section>
  );
}

const TOKEN_COLUMNS: readonly Column<ApiTokenAnswer>[] = [
  { title: 'Token', cell: ({ name }) => name },
  { title: 'Roles', cell: ({ roles }) => namesText(roles ?? [], 'all of the account') },
  { title: 'From', cell: ({ networks }) => namesText(networks, 'anywhere'), look: 'wide' },
  { title: 'State', cell: ({ active }) => <Status of={active ? 'active' : 'expired'} /> },
  { title: 'Until', cell: ({ expires }) => <When at={expires} /> },
  { title: 'Last used', cell: ({ lastUsed }) => <When at={lastUsed} /> },
  {
    title: 'Revoke',
    cell: ({ _id: id, name }) => (
      <ActButton
        operation="revokeApiToken"
        verb="Revoke"
        kind="danger"
        question={`Whoever uses ${written(name)} will be refused. Revoke it?`}
        work={() => revokeApiToken({ client, path: { id } })}
        done={`${written(name)} is revoked`}
      />
    ),
  },
];

/** The tokens of an account; those of the caller, who alone can make one, when none is named. */
export function Tokens({ account }: { readonly account?: string }): ReactNode {
  const query = { limit: LIMIT, ...(account !== undefined && { account }) };
  const reading = useRead('listApiTokens', [query], (signal) =>
    listApiTokens({ client, signal, query }),
  );
  return (
    <Section title="Tokens" aside={account === undefined && <MakeToken />}>
      <Loaded of={reading}>
        {({ results }) => (
          <List
            label="Tokens"
            rows={results}
            columns={TOKEN_COLUMNS}
            idOf={({ _id }) => _id}
            empty={<p>Programs that do something in the name of the account need one.</p>}
          />
        )}
      </Loaded>
    </Section>
  );
}

function MakeToken(): ReactNode {
  const [made, setMade] = useState<{ readonly name: string; readonly token: string }>();
  return (
    <>
      <FormButton
        operation="createApiToken"
        verb="Make a token"
        kind="primary"
        fields={[
          { name: 'name', label: 'What it is for', kind: 'text', isRequired: true },
          {
            ...{ name: 'networks', label: 'Networks that it may be used from', kind: 'lines' },
            help: 'One a line, such as 10.0.0.0/8; none: from anywhere.',
          },
        ]}
        send={async ({ name, networks }) =>
          setMade(
            await createApiToken({
              client,
              body: {
                name: String(name),
                ...(typeof networks === 'string' && { networks: networks.split(/\s+/) }),
              },
            }),
          )
        }
        done="The token is made"
      />
      {made && (
        <ShownOnce
          title={`Token ${written(made.name)}`}
          note="It does whatever you may do."
          secret={made.token}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  );
}
