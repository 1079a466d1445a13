import { Nested, ListOf, MapOf } from '../../../api/fields/structures.js';
import { Flag, OneOf, Text } from '../../../api/fields/values.js';
import { type Envelope, ENVELOPES } from '../../../kernel/envelope.js';
import { type HeldGroup } from '../../../kernel/principal.js';
import { type WhoAmI } from '../identities/who-am-i.js';

const USERNAME = { min: 1, max: 128, example: 'admin' } as const;
/** Longer than any passphrase; bounds what an unknown caller can make the server hash. */
const PASSWORD = { min: 1, max: 1024 } as const;

/** Name and password inside `user`, as existing clients send them. */
export class LoginUser {
  @Text(USERNAME)
  readonly username!: string;

  @Text(PASSWORD)
  readonly password!: string;
}

/** Either `user`, or `username` and `password` beside each other. */
export class LoginRequest {
  @Nested(() => LoginUser, { optional: true })
  readonly user?: LoginUser;

  @Text({ ...USERNAME, optional: true })
  readonly username?: string;

  @Text({ ...PASSWORD, optional: true })
  readonly password?: string;

  @OneOf(ENVELOPES, { optional: true, note: 'Form of the answers of this session' })
  readonly envelope?: Envelope;
}

/** Options of `GET /login`. */
export class LogoutByQuery {
  @Flag({ optional: true, note: 'Must be true: reading this address does nothing else' })
  readonly logout?: boolean;
}

/** A group of the caller. */
export class WhoAmIGroup implements HeldGroup {
  @Text()
  readonly id!: string;

  @Text()
  readonly provenance!: string;

  @Text()
  readonly name!: string;
}

/** The caller. */
export class WhoAmIAnswer implements WhoAmI {
  @Text()
  readonly id!: string;

  @Text()
  readonly provenance!: string;

  @Text()
  readonly username!: string;

  @Text()
  readonly firstname!: string;

  @ListOf(() => WhoAmIGroup)
  readonly groups!: readonly WhoAmIGroup[];

  @MapOf('free', { note: 'Ids of the operations open to the caller, by application' })
  readonly methods!: Readonly<Record<string, readonly string[]>>;

  @ListOf('text', { note: 'Ids of roles' })
  readonly roles!: readonly string[];
}
