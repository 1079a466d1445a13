import { describe, expect, it } from 'vitest';
import { JsonIndenter } from './json-indenter.js';

const VALUES = [
  [],
  {},
  [[], {}, [{}]],
  { a: [1, -2.5e3, null, true], 'b"{': 'x:,"\\', c: { d: '\\"[' } },
  ['\\', '', '{"a":1}', '\u{1F600}'],
];

describe('JSON that is laid out piece by piece', () => {
  it.each(VALUES.map((value) => [value]))('is what JSON.stringify writes: %j', (whole) => {
    const compact = JSON.stringify(whole);
    for (const size of [1, 2, 3, compact.length]) {
      const indenter = new JsonIndenter();
      let laid = '';
      for (let at = 0; at < compact.length; at += size)
        laid += indenter.add(compact.slice(at, at + size));
      expect(laid).toBe(JSON.stringify(whole, null, 2));
    }
  });
});
