import { describe, expect, it } from 'vitest';
import { readAuthenticationSettings } from './authentication-settings.js';

const DEFAULTS = { cookieName: 'token', uniqueSession: false, admins: [] };

describe('readAuthenticationSettings', () => {
  it('reads what the profile says', () => {
    const authenticationProps = {
      cookieName: 'netadmin.session',
      uniqueSession: true,
      admins: [{ provenance: 'local', group: 'admins' }],
    };
    expect(readAuthenticationSettings({ authenticationProps })).toEqual(authenticationProps);
  });

  it.each([
    [{}],
    [{ authenticationProps: null }],
    [{ authenticationProps: [] }],
    [{ authenticationProps: { cookieName: 7, uniqueSession: 'true', admins: {} } }],
    [{ authenticationProps: { admins: ['admins', null, { group: 'admins' }] } }],
  ])('takes the defaults for what %j leaves out or misspells', (profile) => {
    expect(readAuthenticationSettings(profile)).toEqual(DEFAULTS);
  });

  it.each(['', 'a b', 'a;b', 'a=b', 'a\r\nSet-Cookie: b', 'a,b', '"a"', 'é', 'x'.repeat(129)])(
    'does not let the cookie name %j into a header',
    (cookieName) => {
      const settings = readAuthenticationSettings({ authenticationProps: { cookieName } });
      expect(settings.cookieName).toBe('token');
    },
  );
});
