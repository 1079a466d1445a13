import { changeOwnPassword } from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { Facts, namesText } from '../parts/facts.js';
import { FormButton } from '../parts/operation-buttons.js';
import { Section } from '../parts/page.js';
import { useSession } from '../session.js';
import { useRoleNames } from './access-choices.js';
import { Sessions, Tokens } from './access-credentials.js';

/** Whoever is signed in: roles, sessions, tokens and password. */
export function Mine(): ReactNode {
  const { user } = useSession();
  const names = useRoleNames();
  const roles = user.roles.flatMap((id) => names.get(id) ?? []);
  return (
    <div className="stack">
      <Section
        title={user.username}
        aside={
          <FormButton
            operation="changeOwnPassword"
            verb="Change my password"
            fields={[
              {
                ...{ name: 'currentPassword', label: 'Password now', kind: 'password' },
                ...{ isRequired: true, autoComplete: 'current-password' },
              },
              {
                ...{ name: 'newPassword', label: 'New password', kind: 'password' },
                ...{ isRequired: true, autoComplete: 'new-password' },
                help: 'Every session of yours ends, this one too.',
              },
            ]}
            send={({ currentPassword, newPassword }) =>
              changeOwnPassword({
                client,
                body: {
                  currentPassword: String(currentPassword),
                  newPassword: String(newPassword),
                },
              })
            }
            done="The password is changed: sign in with it"
          />
        }
      >
        <Facts
          of={{
            Groups: namesText(user.groups.map(({ name }) => name)),
            Roles: roles.length > 0 && namesText(roles),
          }}
        />
      </Section>
      <Tokens />
      <Sessions />
    </div>
  );
}
