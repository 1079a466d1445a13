import { isProviderUrl } from './provider-url.js';
import { flag, list, mapping, oneOf, secret, text, whole } from './variable.js';

/** The provider at which users sign in with OpenID Connect. */
const OPENID_CONNECT_VARIABLES = {
  issuer: text('OIDC_ISSUER', {
    default: undefined,
    accepts: isProviderUrl,
    rule: 'an https URL; http on loopback addresses',
    note: 'OpenID Connect provider that vouches for users; no such sign-in when unset.',
  }),
  clientId: text('OIDC_CLIENT_ID', {
    default: undefined,
    note: 'Under which id the provider knows this platform; needed with OIDC_ISSUER.',
  }),
  clientSecret: secret('OIDC_CLIENT_SECRET', {
    note: 'Secret of that client; a public client (PKCE alone) when unset.',
  }),
  redirectUri: text('OIDC_REDIRECT_URI', {
    default: undefined,
    accepts: isProviderUrl,
    rule: 'an https URL; http on loopback addresses',
    note: 'Where browsers reach /login/oidc/callback of this platform; needed with OIDC_ISSUER.',
  }),
  scopes: list('OIDC_SCOPES', {
    default: ['openid', 'profile'],
    note: 'What the provider is asked for; openid must be among them.',
  }),
  usernameClaim: text('OIDC_USERNAME_CLAIM', {
    default: 'preferred_username',
    note: 'Claim with the user name.',
  }),
  groupsClaim: text('OIDC_GROUPS_CLAIM', {
    default: 'groups',
    note: 'Claim with the names of the groups of the user.',
  }),
  externalIdClaim: text('OIDC_EXTERNAL_ID_CLAIM', {
    default: 'sub',
    note: 'Claim that has to equal the externalId of an account that SCIM made; oid with Entra.',
  }),
  groupMap: mapping('OIDC_GROUP_MAP', {
    note: 'Which local group each value of that claim stands for.',
  }),
  takesGroupNames: flag('OIDC_TAKES_GROUP_NAMES', {
    default: false,
    note: 'Whether a value that is not mapped stands for the local group of that name.',
  }),
} as const;

/** The directory that knows the passwords of users. */
const LDAP_VARIABLES = {
  url: text('LDAP_URL', {
    default: undefined,
    pattern: /^ldaps?:\/\/[^/?#@]+\/?$/,
    rule: 'an ldap:// or ldaps:// URL of a server',
    note: 'Directory that knows the passwords of users; no such sign-in when unset.',
  }),
  startTls: flag('LDAP_STARTTLS', {
    default: false,
    note: 'Whether ldap:// connections are encrypted before anything is said.',
  }),
  bindDn: text('LDAP_BIND_DN', {
    default: undefined,
    note: 'As whom users and groups are searched; anonymously when unset.',
  }),
  bindPassword: secret('LDAP_BIND_PASSWORD', {
    note: 'Password of LDAP_BIND_DN; needed with it.',
  }),
  userBase: text('LDAP_USER_BASE', {
    default: undefined,
    note: 'Entry below which users are searched; needed with LDAP_URL.',
  }),
  userFilter: text('LDAP_USER_FILTER', {
    default: '(uid={username})',
    pattern: /^\(.*\{username\}.*\)$/s,
    rule: 'a filter with {username}',
    note: 'Filter that finds a user by the name that was entered.',
  }),
  usernameAttribute: text('LDAP_USERNAME_ATTRIBUTE', {
    default: 'uid',
    note: 'Attribute with the user name.',
  }),
  firstnameAttribute: text('LDAP_FIRSTNAME_ATTRIBUTE', {
    default: 'givenName',
    note: 'Attribute with the first name.',
  }),
  idAttribute: text('LDAP_ID_ATTRIBUTE', {
    default: 'entryUUID',
    note: 'Attribute that stays the same when a user is renamed; objectGUID in Active Directory.',
  }),
  groupBase: text('LDAP_GROUP_BASE', {
    default: undefined,
    note: 'Entry below which groups are searched; no groups when unset.',
  }),
  groupFilter: text('LDAP_GROUP_FILTER', {
    default: '(member={dn})',
    pattern: /^\(.*\{(dn|username)\}.*\)$/s,
    rule: 'a filter with {dn} or {username}',
    note: 'Filter that finds the groups of a user.',
  }),
  groupMap: mapping('LDAP_GROUP_MAP', {
    note: 'Which local group each group stands for, by its DN or its cn.',
  }),
  takesGroupNames: flag('LDAP_TAKES_GROUP_NAMES', {
    default: false,
    note: 'Whether a group that is not mapped stands for the local group with the name of its cn.',
  }),
  timeoutMs: whole('LDAP_TIMEOUT_MS', {
    default: 5000,
    min: 10,
    max: 60_000,
    note: 'Deadline of a sign-in at the directory, connecting included.',
  }),
} as const;

/** Accounts that a directory keeps over SCIM. */
const SCIM_VARIABLES = {
  signIn: oneOf('SCIM_SIGN_IN', ['none', 'oidc', 'ldap'], {
    default: 'none',
    note: 'Where the users sign in whom SCIM made, if the same directory is behind both: the user name is then enough, without the externalId.',
  }),
} as const;

/** Who vouches for users beside the platform itself. */
export const EXTERNAL_SIGN_IN_VARIABLES = {
  openIdConnect: OPENID_CONNECT_VARIABLES,
  ldap: LDAP_VARIABLES,
  scim: SCIM_VARIABLES,
} as const;
