import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { CREDENTIAL_FORMS, presentedCredential } from './presented-credential.js';

const basic = (text: string | Buffer) => `Basic ${Buffer.from(text).toString('base64')}`;
const present = (sources: { authorization?: string; cookie?: string; url?: string }) =>
  presentedCredential({ url: '/prebuilts', ...sources }, 'token');

const tokenText = fc.stringMatching(/^[A-Za-z0-9_-]{1,43}$/);
const anything = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), tokenText);

describe('presentedCredential', () => {
  describe('when one credential is presented', () => {
    it.each([
      ['Bearer abc', { form: 'bearer', token: 'abc' }],
      ['bearer   abc  ', { form: 'bearer', token: 'abc' }],
      [basic('ann:secret'), { form: 'basic', username: 'ann', password: 'secret' }],
      [basic('ann:a:b:c'), { form: 'basic', username: 'ann', password: 'a:b:c' }],
      [basic('ann:'), { form: 'basic', username: 'ann', password: '' }],
      [basic('Jürgen:päss'), { form: 'basic', username: 'Jürgen', password: 'päss' }],
    ])('reads the header %j', (authorization, expected) => {
      expect(present({ authorization })).toEqual(expected);
    });

    it.each([
      ['token=abc', 'abc'],
      ['a=1; token=abc; b=2', 'abc'],
      ['a=1;token="abc"', 'abc'],
      ['token=abc; token=abc', 'abc'],
      ['token=; token=abc', 'abc'],
    ])('reads the cookie header %j', (cookie, token) => {
      expect(present({ cookie })).toEqual({ form: 'cookie', token });
    });

    it.each([
      ['/prebuilts?token=abc', 'abc'],
      ['/prebuilts?limit=5&token=abc&skip=1', 'abc'],
      ['/prebuilts?%74oken=a%62c', 'abc'],
      ['/prebuilts?token=abc&token=abc', 'abc'],
    ])('reads the address %j', (url, token) => {
      expect(present({ url })).toEqual({ form: 'query-token', token });
    });
  });

  describe('when nothing is presented', () => {
    it.each([
      [{}],
      [{ cookie: '' }],
      [{ cookie: 'token=' }],
      [{ cookie: 'Token=abc; xtoken=abc; tokenx=abc' }],
      [{ url: '/token=abc' }],
      [{ url: '/prebuilts?queryOptions[token]=abc&tokens=abc' }],
      [{ url: '/prebuilts?a=%zz' }],
    ])('finds nothing in %j', (sources) => {
      expect(present(sources)).toBeUndefined();
    });
  });

  describe('when what is presented cannot be a credential', () => {
    it.each([
      ['', 'authorization'],
      ['Digest abc', 'authorization'],
      ['Negotiate', 'authorization'],
      ['Bearer', 'bearer'],
      ['Bearer a b', 'bearer'],
      ['Basic', 'basic'],
      ['Basic !!!', 'basic'],
      [basic('no colon'), 'basic'],
      [basic(':nobody'), 'basic'],
      [basic('ann:new\nline'), 'basic'],
      [basic(Buffer.from([0x61, 0x3a, 0xff, 0xfe])), 'basic'],
    ])('says so of the header %j', (authorization, form) => {
      expect(present({ authorization })).toEqual({ form, fault: expect.any(String) });
    });

    it('refuses two different cookies of one name, whichever comes first', () => {
      const expected = { form: 'cookie', fault: expect.any(String) };
      expect(present({ cookie: 'token=mine; token=planted' })).toEqual(expected);
      expect(present({ cookie: 'token=planted; token=mine' })).toEqual(expected);
    });

    it('refuses an empty token and two different tokens in the address', () => {
      const expected = { form: 'query-token', fault: expect.any(String) };
      expect(present({ url: '/x?token=' })).toEqual(expected);
      expect(present({ url: '/x?token' })).toEqual(expected);
      expect(present({ url: '/x?token=a&token=b' })).toEqual(expected);
    });
  });

  it('finds the cookie under the name that the profile gives it', () => {
    const sources = { url: '/', cookie: 'token=old; netadmin.session=new' };
    expect(presentedCredential(sources, 'netadmin.session')).toEqual({
      form: 'cookie',
      token: 'new',
    });
  });

  it('lets the header decide, whatever else is presented and however bad the header is', () => {
    fc.assert(
      fc.property(anything, anything, anything, (authorization, cookie, query) => {
        const alone = present({ authorization });
        const together = present({
          authorization,
          cookie: `token=${cookie}`,
          url: `/x?token=${encodeURIComponent(query)}`,
        });
        expect(together).toEqual(alone);
        expect(['bearer', 'basic', 'authorization']).toContain(together?.form);
      }),
    );
  });

  it('lets the cookie decide over the address', () => {
    fc.assert(
      fc.property(tokenText, anything, (cookie, query) => {
        const url = `/x?token=${encodeURIComponent(query)}`;
        expect(present({ cookie: `token=${cookie}`, url })).toEqual({
          form: 'cookie',
          token: cookie,
        });
      }),
    );
  });

  it('reads any name and password that Basic can carry, and never throws on any bytes', () => {
    const safe = fc
      .string({ minLength: 1, unit: 'grapheme' })
      .filter((text) => !/\p{Cc}/u.test(text));
    fc.assert(
      fc.property(safe, safe, (name, password) => {
        const username = name.replaceAll(':', '_');
        expect(present({ authorization: basic(`${username}:${password}`) })).toEqual({
          form: 'basic',
          username,
          password,
        });
      }),
    );
    fc.assert(
      fc.property(anything, anything, anything, (authorization, cookie, url) => {
        const found = present({ authorization, cookie, url });
        expect([...CREDENTIAL_FORMS, 'authorization']).toContain(found?.form);
      }),
    );
  });
});
