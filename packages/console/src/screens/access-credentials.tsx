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
import * as common from '../texts/common.js';
import * as texts from '../texts/access.js';

const LIMIT = 50;

const SESSION_COLUMNS: readonly Column<SessionAnswer>[] = [
  { title: common.from, cell: ({ address }) => address },
  { title: texts.signedInWith, cell: ({ userAgent }) => userAgent, look: 'wide' },
  { title: texts.signedIn, cell: ({ created }) => <When at={created} /> },
  { title: common.lastSeen, cell: ({ lastSeen }) => <When at={lastSeen} /> },
  {
    title: texts.endIt,
    cell: ({ _id: id, current }) =>
      current ? (
        <Status of={texts.thisOne} />
      ) : (
        <ActButton
          operation="endSession"
          verb={texts.end}
          work={() => endSession({ client, path: { id } })}
          done={texts.sessionHasEnded}
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
    <Section title={texts.sessions}>
      <Loaded of={reading}>
        {({ results }) => (
          <List
            label={texts.sessions}
            rows={results}
            columns={SESSION_COLUMNS}
            idOf={({ _id }) => _id}
            empty={<p>{texts.noSessions}</p>}
          />
        )}
      </Loaded>
    </Section>
  );
}

const TOKEN_COLUMNS: readonly Column<ApiTokenAnswer>[] = [
  { title: common.token, cell: ({ name }) => name },
  { title: texts.roles, cell: ({ roles }) => namesText(roles ?? [], texts.allOfAccount) },
  { title: common.from, cell: ({ networks }) => namesText(networks, texts.anywhere), look: 'wide' },
  { title: common.state, cell: ({ active }) => <Status of={active ? 'active' : 'expired'} /> },
  { title: texts.until, cell: ({ expires }) => <When at={expires} /> },
  { title: texts.lastUsed, cell: ({ lastUsed }) => <When at={lastUsed} /> },
  {
    title: texts.revoke,
    cell: ({ _id: id, name }) => (
      <ActButton
        operation="revokeApiToken"
        verb={texts.revoke}
        kind="danger"
        question={texts.askRevoke(written(name))}
        work={() => revokeApiToken({ client, path: { id } })}
        done={texts.isRevoked(written(name))}
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
    <Section title={texts.tokens} aside={account === undefined && <MakeToken />}>
      <Loaded of={reading}>
        {({ results }) => (
          <List
            label={texts.tokens}
            rows={results}
            columns={TOKEN_COLUMNS}
            idOf={({ _id }) => _id}
            empty={<p>{texts.tokensHelp}</p>}
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
        verb={texts.makeToken}
        kind="primary"
        fields={[
          { name: 'name', label: common.whatItIsFor, kind: 'text', isRequired: true },
          {
            name: 'networks',
            label: texts.networks,
            kind: 'lines',
            help: texts.networksHelp,
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
        done={texts.tokenIsMade}
      />
      {made && (
        <ShownOnce
          title={texts.tokenName(written(made.name))}
          note={texts.tokenDoesWhatYouMay}
          secret={made.token}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  );
}
