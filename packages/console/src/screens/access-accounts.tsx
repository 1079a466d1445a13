import { addAccount, type AuthorizationAccount, listAccounts } from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { ChoiceFilter, Pages, TextFilter, useNarrowed } from '../parts/filters.js';
import { type Column, List } from '../parts/list.js';
import { FormButton } from '../parts/operation-buttons.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { When } from '../parts/time.js';
import { pathOf } from '../navigation.js';
import { useRead } from '../use-read.js';
import { membershipOf, useMembership } from './access-choices.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/access.js';

const LIMIT = 25;

const COLUMNS: readonly Column<AuthorizationAccount>[] = [
  { title: common.account, cell: ({ username }) => username },
  { title: common.name, cell: ({ firstname }) => firstname },
  { title: common.from, cell: ({ provenance }) => provenance },
  { title: texts.groups, cell: ({ groups }) => groups.join(', '), look: 'wide' },
  { title: common.state, cell: (account) => <AccountState account={account} /> },
  { title: texts.lastSignIn, cell: ({ lastSignIn }) => <When at={lastSignIn} /> },
];

export function AccountState({ account }: { readonly account: AuthorizationAccount }): ReactNode {
  if (account.inactive) return <Status of="inactive" />;
  return <Status of={account.locked ? 'locked' : 'active'} />;
}

/** The accounts of people, those of programs apart. */
export function Accounts(): ReactNode {
  const by = useNarrowed();
  const [name, skip] = [by.get('name'), Number(by.get('skip') ?? 0)];
  const query = {
    limit: LIMIT,
    skip,
    sort: 'username',
    isServiceAccount: false,
    ...(name !== undefined && { contains: name, containsField: 'username' }),
    ...(by.all('only').includes('inactive') && { inactive: true }),
  };
  const reading = useRead(
    'listAccounts',
    [query],
    (signal) => listAccounts({ client, signal, query }),
    { keepsBefore: true },
  );
  return (
    <>
      <div className="filters">
        <TextFilter name="name" label={texts.userNameContains} isFirst by={by} />
        <ChoiceFilter name="only" label={common.only} choices={['inactive']} by={by} />
        <AddAccount />
      </div>
      <Loaded of={reading}>
        {({ results, total }) => (
          <List
            label={texts.accounts}
            rows={results}
            columns={COLUMNS}
            idOf={({ _id }) => _id}
            linkOf={({ _id }) => pathOf('access', _id)}
            empty={<p>{texts.noAccountMatches}</p>}
            foot={<Pages {...{ by, total, skip, limit: LIMIT, shown: results.length }} />}
          />
        )}
      </Loaded>
    </>
  );
}

function AddAccount(): ReactNode {
  const fields = useMembership()();
  return (
    <FormButton
      operation="addAccount"
      verb={texts.addAccount}
      kind="primary"
      hotkey="n"
      fields={[
        { name: 'username', label: common.userName, kind: 'text', isRequired: true },
        {
          name: 'password',
          label: common.password,
          kind: 'password',
          isRequired: true,
          autoComplete: 'new-password',
        },
        { name: 'firstname', label: common.name, kind: 'text' },
        ...fields,
      ]}
      send={({ username, password, firstname, ...rest }) =>
        addAccount({
          client,
          body: {
            account: {
              username: String(username),
              password: String(password),
              ...(typeof firstname === 'string' && { firstname }),
              ...membershipOf(rest),
            },
          },
        })
      }
      done={texts.accountIsAdded}
    />
  );
}
