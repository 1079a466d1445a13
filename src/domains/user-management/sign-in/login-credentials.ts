import { type Fault, invalidInput } from '../../../kernel/app-error.js';
import { type PasswordCredentials } from './sign-in.service.js';

/** The two forms of the body of `POST /login`, of which a caller uses one. */
export interface LoginBody {
  readonly user?: PasswordCredentials;
  readonly username?: string;
  readonly password?: string;
}

/**
 * Name and password from either form of the body.
 * @throws AppError `invalid-input` when neither form is complete, or both are begun.
 */
export function loginCredentials(body: LoginBody): PasswordCredentials {
  const { user, username, password } = body;
  if (user === undefined && username !== undefined && password !== undefined) {
    return { username, password };
  }
  if (user !== undefined && username === undefined && password === undefined) return user;
  throw invalidInput(faults(body));
}

function faults(body: LoginBody): readonly Fault[] {
  const flat = ['username', 'password'] as const;
  if (body.user === undefined) {
    return flat
      .filter((key) => body[key] === undefined)
      .map((key) => ({ pointer: `#/${key}`, detail: 'is missing' }));
  }
  return flat
    .filter((key) => body[key] !== undefined)
    .map((key) => ({ pointer: `#/${key}`, detail: 'must not stand beside user' }));
}

/**
 * `GET /login` exists to sign out and for nothing else.
 * @throws AppError `invalid-input` unless the caller says `logout=true`.
 */
export function assertLogout(logout: boolean | undefined): void {
  if (logout !== true) throw invalidInput([{ pointer: '#/logout', detail: 'must be true' }]);
}
