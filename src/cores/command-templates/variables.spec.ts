import { describe, expect, it } from 'vitest';
import { substitute, substitutePattern, variableNames } from './variables.js';

describe('variables in a text', () => {
  it('are named once each', () => {
    expect(variableNames('a <!x!> <!y z!> <!x!> <!> <!!> <! !>')).toEqual(['x', 'y z', ' ']);
  });

  it('are replaced by texts, numbers and booleans', () => {
    expect(substitute('<!a!>/<!b!>/<!c!>', { a: '$&', b: 0, c: false })).toEqual({
      kind: 'text',
      text: '$&/0/false',
    });
  });

  it('are not looked for in what was put in', () => {
    expect(substitute('<!<!a!>!>', { a: 'b', b: 'never' })).toEqual({
      kind: 'text',
      text: '<!b!>',
    });
  });

  it.each(['__proto__', 'constructor', 'toString'])(
    'have no values that nobody gave: %s',
    (name) => {
      expect(substitute(`<!${name}!>`, {})).toEqual({
        kind: 'refused',
        problems: [{ name, detail: 'is missing' }],
      });
    },
  );

  it('may be called whatever JSON can be called', () => {
    const variables = JSON.parse('{"__proto__":"p",".*":"q"}') as Record<string, unknown>;
    expect(substitute('<!__proto__!><!.*!>', variables)).toEqual({ kind: 'text', text: 'pq' });
  });

  it('stand for themselves in a pattern', () => {
    expect(substitutePattern('^<!a!>$', { a: '1.5*' })).toEqual({
      kind: 'text',
      text: '^1\\.5\\*$',
    });
  });

  it('do not make a text of megabytes', () => {
    const text = '<!a!>'.repeat(1000);
    expect(substitute(text, { a: 'x'.repeat(1_000_000) })).toEqual({
      kind: 'refused',
      problems: [{ name: 'a', detail: 'makes the text too long' }],
    });
  });
});
