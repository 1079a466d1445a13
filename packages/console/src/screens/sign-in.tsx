import { type ReactNode } from 'react';
import { isProblem } from '../api.js';
import { Dialog } from '../parts/dialog.js';
import { Form } from '../parts/form.js';
import { type Field } from '../parts/form-fields.js';
import { useSession, useSigningIn } from '../session.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/frame.js';

/** Whether there is a provider at which people sign in as well: the server writes it into the page. */
const OFFERS_OPEN_ID = document.getElementById('console')?.dataset['openId'] === 'yes';

function fieldsFor(username?: string): readonly Field[] {
  return [
    {
      name: 'username',
      label: common.userName,
      kind: 'text',
      isRequired: true,
      autoComplete: 'username',
      initial: username,
    },
    {
      name: 'password',
      label: common.password,
      kind: 'password',
      isRequired: true,
      autoComplete: 'current-password',
    },
  ];
}

function SignInForm({ username }: { readonly username?: string }): ReactNode {
  const signIn = useSigningIn();
  const returnTo = encodeURIComponent(location.pathname + location.search);
  return (
    <>
      <Form
        fields={fieldsFor(username)}
        verb={texts.signIn}
        onSend={async (values) => {
          try {
            await signIn(String(values['username']), String(values['password']));
          } catch (error) {
            // No session has ended: the form says what is wrong.
            throw isProblem(error, 401) ? new Error(error.message) : error;
          }
        }}
      />
      {OFFERS_OPEN_ID && (
        <p>
          <a href={`/login/oidc?returnTo=${returnTo}`}>{texts.signInWithOidc}</a>
        </p>
      )}
    </>
  );
}

/** What whoever is not signed in finds at every address; signing in shows what is there. */
export function SignIn(): ReactNode {
  return (
    <main className="sign-in">
      <h1>{common.netadmin}</h1>
      <p className="soft">{texts.signInToPlatform}</p>
      <SignInForm />
      <p className="soft">
        {texts.forPrograms} <a href="/docs">{texts.apiAndItsDocumentation}</a>
      </p>
    </main>
  );
}

/** Over a screen whose session has ended: it stays as it is, with everything that was typed. */
export function SignInAgain(): ReactNode {
  const { user, hasEnded, signOut } = useSession();
  if (!hasEnded) return null;
  return (
    <Dialog title={texts.yourSessionHasEnded} onClose={() => undefined}>
      <p>{texts.signInAgain}</p>
      <SignInForm username={user.username} />
      <button type="button" className="link" onClick={() => void signOut()}>
        {texts.leaveConsole}
      </button>
    </Dialog>
  );
}
