import { cutText } from '../../kernel/cut-text.js';
import { type Config } from '../../platform/config/config.js';
import { type ExternalIdentity, IDENTITY_BOUNDS, usableName } from './external-identity.js';

type Claims = Readonly<Record<string, unknown>>;

/** Which claims say what. */
export type ClaimNames = Pick<
  Config['openIdConnect'],
  'usernameClaim' | 'groupsClaim' | 'externalIdClaim'
>;

/**
 * The user whom verified claims tell of; undefined when they say no usable name. Groups that are no
 * texts do not count.
 */
export function identityFromClaims(
  issuer: string,
  claims: Claims,
  names: ClaimNames,
): ExternalIdentity | undefined {
  const username = usableName(claims[names.usernameClaim]);
  const subject = claims['sub'];
  if (username === undefined || typeof subject !== 'string') return undefined;
  if (subject === '' || subject.length > IDENTITY_BOUNDS.subject) return undefined;
  return {
    provenance: 'oidc',
    // Neither part can be mistaken for the other: an issuer holds no blank.
    key: `oidc ${issuer} ${subject}`,
    id: textOf(claims[names.externalIdClaim]),
    username,
    firstname: cutText(textOf(claims['given_name'] ?? claims['name']), IDENTITY_BOUNDS.firstname),
    groups: textsOf(claims[names.groupsClaim]).map((name) => ({ id: name, name })),
  };
}

/** Whether the claims leave out what is read from them; the user-info endpoint may know it. */
export function lacksClaims(claims: Claims, names: ClaimNames): boolean {
  return !(names.usernameClaim in claims) || !(names.groupsClaim in claims);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Some providers send one group as text instead of as a list. */
function textsOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values
    .filter((one): one is string => typeof one === 'string' && one !== '')
    .slice(0, IDENTITY_BOUNDS.groups);
}
