import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.js';

const OIDC = {
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'netadmin',
  OIDC_REDIRECT_URI: 'https://here.example/login/oidc/callback',
};
const LDAP = { LDAP_URL: 'ldaps://directory.example', LDAP_USER_BASE: 'ou=people' };

function faultsOf(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).faults;
  }
}

describe('the settings of external sign-in', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ['nothing', {}],
    ['a provider', OIDC],
    ['a provider on this machine', { ...OIDC, OIDC_ISSUER: 'http://127.0.0.1:3001' }],
    ['a directory', LDAP],
    ['a directory with a reader', { ...LDAP, LDAP_BIND_DN: 'cn=r', LDAP_BIND_PASSWORD: 'x' }],
    ['a directory with STARTTLS', { ...LDAP, LDAP_URL: 'ldap://d', LDAP_STARTTLS: 'true' }],
    ['a directory on this machine', { ...LDAP, LDAP_URL: 'ldap://127.0.0.1:389' }],
    ['SCIM beside a provider', { ...OIDC, SCIM_SIGN_IN: 'oidc' }],
    ['both, and groups', { ...OIDC, ...LDAP, OIDC_GROUP_MAP: '{"a":"b"}', LDAP_GROUP_MAP: '{}' }],
  ])('may be %s', (_, env) => {
    expect(faultsOf(env)).toEqual([]);
  });

  it.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ['a client id', { ...OIDC, OIDC_CLIENT_ID: '' }, /^OIDC_CLIENT_ID must be set/],
    ['a way back', { ...OIDC, OIDC_REDIRECT_URI: '' }, /^OIDC_REDIRECT_URI must be set/],
    ['openid', { ...OIDC, OIDC_SCOPES: 'profile' }, /^OIDC_SCOPES must hold openid/],
    ['the provider of SCIM', { ...LDAP, SCIM_SIGN_IN: 'oidc' }, /^OIDC_ISSUER must be set/],
    ['the directory of SCIM', { ...OIDC, SCIM_SIGN_IN: 'ldap' }, /^LDAP_URL must be set/],
    ['users', { ...LDAP, LDAP_USER_BASE: '' }, /^LDAP_USER_BASE must be set/],
    ['the reader’s password', { ...LDAP, LDAP_BIND_DN: 'cn=r' }, /must be set together/],
    ['the reader', { ...LDAP, LDAP_BIND_PASSWORD: 'x' }, /must be set together/],
    ['encryption', { ...LDAP, LDAP_URL: 'ldap://d.example' }, /in the clear/],
    ['a name for this machine', { ...LDAP, LDAP_URL: 'ldap://127.1' }, /in the clear/],
    ['plain ldap for STARTTLS', { ...LDAP, LDAP_STARTTLS: 'true' }, /^LDAP_STARTTLS must be false/],
  ])('are refused without %s', (_, env, fault) => {
    expect(faultsOf(env)).toEqual([expect.stringMatching(fault)]);
  });

  it.each([
    ['OIDC_ISSUER', 'http://id.example'],
    ['OIDC_ISSUER', 'http://127.0.0.1.evil.example'],
    ['OIDC_ISSUER', 'http://localhost@evil.example'],
    ['OIDC_ISSUER', 'https://user:word@id.example'],
    ['OIDC_ISSUER', 'https://id.example?x'],
    ['OIDC_ISSUER', 'https://id.example#x'],
    ['OIDC_ISSUER', 'id.example'],
    ['OIDC_REDIRECT_URI', 'javascript:alert(1)'],
    ['OIDC_GROUP_MAP', 'a=b'],
    ['OIDC_GROUP_MAP', '["a"]'],
    ['OIDC_GROUP_MAP', '{"a":1}'],
    ['LDAP_URL', 'https://directory.example'],
    ['LDAP_URL', 'ldap://directory.example/ou=people'],
    ['LDAP_URL', 'ldap://user@directory.example'],
    ['LDAP_USER_FILTER', '(uid=ann)'],
    ['LDAP_USER_FILTER', 'uid={username}'],
    ['LDAP_GROUP_FILTER', '(cn=x)'],
    ['LDAP_TIMEOUT_MS', '0'],
  ])('do not take %s=%s', (name, value) => {
    expect(faultsOf({ [name]: value })).toContainEqual(expect.stringMatching(`^${name} must`));
  });

  it('never show a secret in a fault', () => {
    const secrets = { OIDC_CLIENT_SECRET: 'hush-1', LDAP_BIND_PASSWORD: 'hush-2' };
    const faults = faultsOf({ ...secrets, OIDC_ISSUER: 'x', LDAP_URL: 'ldap://d.example' });
    expect(faults.length).toBeGreaterThan(2);
    expect(faults.join()).not.toContain('hush');
  });
});
