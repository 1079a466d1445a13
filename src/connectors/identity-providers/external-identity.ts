/** A group of a user, as whoever vouches for the user names it. */
export interface ExternalGroup {
  /** What tells it from every other: a DN, or the value of a claim. */
  readonly id: string;
  /** What people call it; often the same. */
  readonly name: string;
}

/** A user whom somebody else vouches for. */
export interface ExternalIdentity {
  /** Who vouches: a provider of OpenID Connect, or a directory. */
  readonly provenance: 'oidc' | 'ldap';
  /** What tells the user from every other and stays when the user is renamed. */
  readonly key: string;
  /** What the user is called by programs there: what SCIM may have said as `externalId`. */
  readonly id: string;
  readonly username: string;
  readonly firstname: string;
  readonly groups: readonly ExternalGroup[];
}

/** Longest name, id and key that is taken over, and most groups. */
export const IDENTITY_BOUNDS = {
  username: 128,
  firstname: 256,
  subject: 512,
  groups: 1000,
} as const;

const CONTROL = /\p{Cc}/u;

/** The text without blanks around it; undefined for what can be no name of a user. */
export function usableName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const name = value.trim();
  const fits = name !== '' && name.length <= IDENTITY_BOUNDS.username && !CONTROL.test(name);
  return fits ? name : undefined;
}
