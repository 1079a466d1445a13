import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { EqualityFilter, FilterParser } from 'ldapts';
import { escapedFilterValue, filledFilter } from './ldap-filter.js';

describe('filledFilter', () => {
  it.each([
    ['ann', '(uid=ann)'],
    ['*', '(uid=\\2a)'],
    ['*)(uid=*', '(uid=\\2a\\29\\28uid=\\2a)'],
    ['ann)(|(objectClass=*', '(uid=ann\\29\\28|\\28objectClass=\\2a)'],
    ['a\\2a', '(uid=a\\5c2a)'],
    ['a\0b', '(uid=a\\00b)'],
    ['Ängström', '(uid=Ängström)'],
    ['{dn}', '(uid={dn})'],
    ["$& $1 $' $$", "(uid=$& $1 $' $$)"],
  ])('puts %j in as a value and as nothing else', (username, filter) => {
    expect(filledFilter('(uid={username})', { username, dn: 'cn=x' })).toBe(filter);
  });

  it('fills every place', () => {
    const template = '(&(member={dn})(|(uid={username})(mail={username})))';
    expect(filledFilter(template, { username: 'a*', dn: 'cn=(x)' })).toBe(
      '(&(member=cn=\\28x\\29)(|(uid=a\\2a)(mail=a\\2a)))',
    );
  });

  it('makes a filter that compares with exactly the text, whatever it is', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('*', '(', ')', '\\', '\0', 'a', '2', '=', '|', '&', '!') }),
    );
    fc.assert(
      fc.property(text, (username) => {
        // Blanks around a value and a bare `*` are the parser's own matter; see the next test.
        const filter = FilterParser.parseString(filledFilter('(uid=x{username}x)', { username }));
        expect(filter).toBeInstanceOf(EqualityFilter);
        expect((filter as EqualityFilter).value.toString()).toBe(`x${username}x`);
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves nothing in a value that means something in a filter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(escapedFilterValue(value).replace(/\\[0-9a-f]{2}/g, '')).not.toMatch(/[*()\\\0]/);
      }),
    );
  });
});
