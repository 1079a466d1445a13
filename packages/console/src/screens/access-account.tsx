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
import * as common from '../texts/common.js';
import * as texts from '../texts/access.js';

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
          <span>{texts.fromProvenance(written(provenance))}</span>
        </>
      }
      actions={<AccountButtons account={account} />}
    >
      <div className="stack">
        <Section
          title={texts.whatItMayDo}
          aside={
            <Link href={`/access?show=explain&account=${encodeURIComponent(username)}`}>
              {texts.whyMayOrMayNot}
            </Link>
          }
        >
          <Facts
            of={{
              [texts.groups]: namesText(groups),
              [texts.rolesOfItsOwn]: rolesText(account.assignedRoles),
              [texts.rolesByGroups]: rolesText(account.inheritedRoles),
              [texts.lastSignIn]: <When at={lastSignIn} />,
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
        verb={common.change}
        title={common.changeName(written(username))}
        readBy="getAccount"
        read={(reader) => getAccount({ client: reader, path })}
        fields={({ firstname, ...rest }) => [
          { name: 'firstname', label: common.name, kind: 'text', initial: firstname },
          ...membership(rest),
        ]}
        send={({ firstname = '', ...rest }, { memberOf }, headers) =>
          updateAccount({
            client,
            path,
            headers,
            body: { firstname: String(firstname), ...membershipOf(rest, memberOf) },
          })
        }
        done={common.isChanged(written(username))}
      />
      <FormButton
        operation="updateAccount"
        verb={texts.setPassword}
        title={texts.anotherPasswordFor(written(username))}
        fields={[
          {
            name: 'password',
            label: common.password,
            kind: 'password',
            isRequired: true,
            autoComplete: 'new-password',
            help: texts.sessionsOfAccountEnd,
          },
        ]}
        send={({ password }) =>
          updateAccount({ client, path, body: { password: String(password) } })
        }
        done={texts.passwordIsSet}
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
  const isSelf = user.id === id ? texts.thisIsYou : undefined;
  return (
    <>
      {locked && (
        <ActButton
          operation="updateAccount"
          verb={texts.unlock}
          readBy="getAccount"
          read={read}
          work={(headers) => updateAccount({ client, path, headers, body: { locked: false } })}
          done={texts.maySignInAgain(written(username))}
        />
      )}
      <ActButton
        operation="updateAccount"
        verb={inactive ? texts.letInAgain : texts.keepOut}
        unable={isSelf}
        question={inactive ? undefined : texts.askKeepOut(written(username))}
        readBy="getAccount"
        read={read}
        work={(headers) => updateAccount({ client, path, headers, body: { inactive: !inactive } })}
        done={texts.isActiveOrNot(written(username), inactive)}
      />
      <ActButton
        operation="endSessions"
        verb={texts.endSessions}
        question={texts.askSignOutEverywhere(written(username))}
        work={() => endSessions({ client, body: { account: id } })}
        done={texts.everySessionHasEnded}
      />
      <ActButton
        operation="deleteAccount"
        verb={common.deleteIt}
        kind="danger"
        unable={isSelf}
        question={texts.askDeleteForGood(written(username))}
        readBy="getAccount"
        read={read}
        work={async (headers) => {
          await deleteAccount({ client, path, headers });
          go('/access');
        }}
        done={common.isDeleted(written(username))}
      />
    </>
  );
}
