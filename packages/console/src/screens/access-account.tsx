import {
  type AuthorizationAccount,
  type Client,
  deleteAccount,
  endSessions,
  getAccount,
  updateAccount,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { client } from '../api.js';
import { EditButton } from '../parts/edit-button.js';
import { Facts, namesText } from '../parts/facts.js';
import { ActButton, FormButton } from '../parts/operation-buttons.js';
import { Page, Section } from '../parts/page.js';
import { written } from '../parts/plain-text.js';
import { Loaded } from '../parts/state.js';
import { When } from '../parts/time.js';
import { useRead } from '../use-read.js';
import { useSession } from '../session.js';
import { AccountState } from './access-accounts.js';
import { membershipOf, useMembership, useRoleNames } from './access-choices.js';
import { Sessions, Tokens } from './access-credentials.js';

/** One account: its groups and roles, and what it is signed in with. */
export function Account({ id }: { readonly id: string }): ReactNode {
  const reading = useRead('getAccount', [id], (signal) =>
    getAccount({ client, signal, path: { id } }),
  );
  return <Loaded of={reading}>{(account) => <LoadedAccount account={account} />}</Loaded>;
}

function LoadedAccount({ account }: { readonly account: AuthorizationAccount }): ReactNode {
  const { _id: id, username, provenance, groups, lastSignIn } = account;
  const names = useRoleNames();
  const rolesText = (roles: readonly { readonly roleId: string }[]): string =>
    namesText(roles.map(({ roleId }) => names.get(roleId) ?? roleId));
  return (
    <Page
      title={username}
      note={
        <>
          <AccountState account={account} />
          {account.firstname !== '' && <span>{written(account.firstname)}</span>}
          <span>from {written(provenance)}</span>
        </>
      }
      actions={<AccountButtons account={account} />}
    >
      <div className="stack">
        <Section
          title="What it may do"
          aside={
            <Link href={`/access?show=explain&account=${encodeURIComponent(username)}`}>
              Why may, why may not
            </Link>
          }
        >
          <Facts
            of={{
              Groups: namesText(groups),
              'Roles of its own': rolesText(account.assignedRoles),
              'Roles by groups': rolesText(account.inheritedRoles),
              'Last sign-in': <When at={lastSignIn} />,
            }}
          />
        </Section>
        <Sessions account={id} />
        <Tokens account={id} />
      </div>
    </Page>
  );
}

function AccountButtons({ account }: { readonly account: AuthorizationAccount }): ReactNode {
  const { _id: id, username } = account;
  const membership = useMembership();
  const path = { id };
  return (
    <>
      <EditButton
        operation="updateAccount"
        verb="Change"
        title={`Change ${written(username)}`}
        readBy="getAccount"
        read={(reader) => getAccount({ client: reader, path })}
        fields={({ firstname, ...rest }) => [
          { name: 'firstname', label: 'Name', kind: 'text', initial: firstname },
          ...membership(rest),
        ]}
        send={({ firstname = '', ...rest }, { memberOf }, headers) =>
          updateAccount({
            ...{ client, path, headers },
            body: { firstname: String(firstname), ...membershipOf(rest, memberOf) },
          })
        }
        done={`${written(username)} is changed`}
      />
      <FormButton
        operation="updateAccount"
        verb="Set password"
        title={`Another password for ${written(username)}`}
        fields={[
          {
            ...{ name: 'password', label: 'Password', kind: 'password', isRequired: true },
            ...{ autoComplete: 'new-password', help: 'Every session of the account ends.' },
          },
        ]}
        send={({ password }) =>
          updateAccount({ client, path, body: { password: String(password) } })
        }
        done="The password is set"
      />
      <AdmissionButtons account={account} />
    </>
  );
}

/** Whether it is let in: what ends that, for now or for good. */
function AdmissionButtons({ account }: { readonly account: AuthorizationAccount }): ReactNode {
  const { _id: id, username, inactive, locked } = account;
  const [, go] = useLocation();
  const { user } = useSession();
  const path = { id };
  const read = (reader: Client): Promise<unknown> => getAccount({ client: reader, path });
  const isSelf = user.id === id ? 'This is you' : undefined;
  return (
    <>
      {locked && (
        <ActButton
          operation="updateAccount"
          verb="Unlock"
          readBy="getAccount"
          read={read}
          work={(headers) => updateAccount({ client, path, headers, body: { locked: false } })}
          done={`${written(username)} may sign in again`}
        />
      )}
      <ActButton
        operation="updateAccount"
        verb={inactive ? 'Let in again' : 'Keep out'}
        unable={isSelf}
        question={inactive ? undefined : `End all of ${written(username)} and admit it no more?`}
        readBy="getAccount"
        read={read}
        work={(headers) => updateAccount({ client, path, headers, body: { inactive: !inactive } })}
        done={`${written(username)} is ${inactive ? 'active' : 'inactive'}`}
      />
      <ActButton
        operation="endSessions"
        verb="End sessions"
        question={`Sign ${written(username)} out everywhere?`}
        work={() => endSessions({ client, body: { account: id } })}
        done="Every session has ended"
      />
      <ActButton
        operation="deleteAccount"
        verb="Delete"
        kind="danger"
        unable={isSelf}
        question={`Delete ${written(username)} for good?`}
        readBy="getAccount"
        read={read}
        work={async (headers) => {
          await deleteAccount({ client, path, headers });
          go('/access');
        }}
        done={`${written(username)} is deleted`}
      />
    </>
  );
}
