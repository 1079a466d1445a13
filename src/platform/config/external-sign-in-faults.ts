import { isLoopbackUrl } from './provider-url.js';

/** The settings that depend on each other; `Config` has them all. */
export interface ExternalSignInSettings {
  readonly openIdConnect: {
    readonly issuer: string | undefined;
    readonly clientId: string | undefined;
    readonly redirectUri: string | undefined;
    readonly scopes: readonly string[];
  };
  readonly ldap: {
    readonly url: string | undefined;
    readonly startTls: boolean;
    readonly bindDn: string | undefined;
    readonly bindPassword: object | undefined;
    readonly userBase: string | undefined;
  };
  readonly scim: { readonly signIn: 'none' | 'oidc' | 'ldap' };
}

/** What is missing or dangerous in the settings of external sign-in, one sentence each. */
export function externalSignInFaults(config: ExternalSignInSettings): readonly string[] {
  const { openIdConnect, ldap, scim } = config;
  return [
    ...openIdConnectFaults(openIdConnect),
    ...ldapFaults(ldap),
    ...sentences([
      [
        scim.signIn === 'oidc' && openIdConnect.issuer === undefined,
        'OIDC_ISSUER must be set when SCIM_SIGN_IN is oidc',
      ],
      [
        scim.signIn === 'ldap' && ldap.url === undefined,
        'LDAP_URL must be set when SCIM_SIGN_IN is ldap',
      ],
    ]),
  ];
}

function openIdConnectFaults(settings: ExternalSignInSettings['openIdConnect']): readonly string[] {
  if (settings.issuer === undefined) return [];
  return sentences([
    [settings.clientId === undefined, 'OIDC_CLIENT_ID must be set when OIDC_ISSUER is'],
    [settings.redirectUri === undefined, 'OIDC_REDIRECT_URI must be set when OIDC_ISSUER is'],
    [!settings.scopes.includes('openid'), 'OIDC_SCOPES must hold openid'],
  ]);
}

function ldapFaults(settings: ExternalSignInSettings['ldap']): readonly string[] {
  const { url, startTls, bindDn, bindPassword, userBase } = settings;
  if (url === undefined) return [];
  const isPlain = url.startsWith('ldap:');
  return sentences([
    [userBase === undefined, 'LDAP_USER_BASE must be set when LDAP_URL is'],
    [
      (bindDn === undefined) !== (bindPassword === undefined),
      'LDAP_BIND_DN and LDAP_BIND_PASSWORD must be set together',
    ],
    [startTls && !isPlain, 'LDAP_STARTTLS must be false when LDAP_URL is ldaps://'],
    [
      isPlain && !startTls && !isLoopbackUrl(url),
      'LDAP_URL must be ldaps://, or LDAP_STARTTLS true: passwords must not cross a network in the clear',
    ],
  ]);
}

function sentences(rules: readonly (readonly [boolean, string])[]): readonly string[] {
  return rules.filter(([isBroken]) => isBroken).map(([, sentence]) => sentence);
}
