import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { rawMember } from './raw-member.js';

describe('rawMember', () => {
  it.each([
    [
      '{"params":{"path":"/"},"body":{"a":12345678901234567890,"b":1.10}}',
      '{"a":12345678901234567890,"b":1.10}',
    ],
    ['{ "body" : { "z" : 1, "a" : [ ] } , "x" : 1 }', '{ "z" : 1, "a" : [ ] }'],
    ['{"b\\u006fdy":{"\\u00e9":"\\u00e9"}}', '{"\\u00e9":"\\u00e9"}'],
    ['{"body":{"a":"}\\"{"},"x":"\\\\"}', '{"a":"}\\"{"}'],
    ['{"body":{"a":1},"body":{"b":2}}', '{"b":2}'],
    ['{"x":{"body":{"a":1}},"y":["body"]}', undefined],
    ['{"body":1e400}', '1e400'],
    ['{"body":null\n}', 'null'],
    ['{"x":true,"body":"a\\"b","y":0}', '"a\\"b"'],
    ['{}', undefined],
    [' \n{\t"body"\r:\n{}\n}\n', '{}'],
  ])('finds in %s what was written', (json, expected) => {
    expect(rawMember(json, 'body')).toBe(expected);
  });

  it('finds what the parser finds, in any document and however it is indented', () => {
    const key = fc.oneof(fc.constant('body'), fc.string());
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue()), fc.nat({ max: 3 }), (document, indent) => {
        const raw = rawMember(JSON.stringify(document, null, indent), 'body');
        const expected = Object.hasOwn(document, 'body') ? document['body'] : undefined;
        expect(raw === undefined ? undefined : (JSON.parse(raw) as unknown)).toEqual(
          expected === undefined ? undefined : JSON.parse(JSON.stringify(expected)),
        );
      }),
    );
  });
});
