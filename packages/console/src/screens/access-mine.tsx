import { changeOwnPassword } from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { Facts, namesText } from '../parts/facts.js';
import { FormButton } from '../parts/operation-buttons.js';
import { Section } from '../parts/page.js';
import { useSession } from '../session.js';
import { useRoleNames } from './access-choices.js';
import { Sessions, Tokens } from './access-credentials.js';
import * as texts from '../texts/access.js';

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
            verb={texts.changeMyPassword}
            fields={[
              {
                name: 'currentPassword',
                label: texts.passwordNow,
                kind: 'password',
                isRequired: true,
                autoComplete: 'current-password',
              },
              {
                name: 'newPassword',
                label: texts.newPassword,
                kind: 'password',
                isRequired: true,
                autoComplete: 'new-password',
                help: texts.yourSessionsEnd,
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
            done={texts.passwordIsChanged}
          />
        }
      >
        <Facts
          of={{
            [texts.groups]: namesText(user.groups.map(({ name }) => name)),
            [texts.roles]: roles.length > 0 && namesText(roles),
          }}
        />
      </Section>
      <Tokens />
      <Sessions />
    </div>
  );
}
