import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { readRestconfErrors } from './restconf-errors.js';
import { xmlErrors } from './xml-errors.js';

const XMLNS = 'urn:ietf:params:xml:ns:yang:ietf-restconf';
const read = (text: string) => readRestconfErrors(xmlErrors(text));

describe('xmlErrors', () => {
  it('reads every error and the members that are shown', () => {
    const text = `<?xml version="1.0"?>
      <errors xmlns="${XMLNS}">
        <error>
          <error-type>protocol</error-type>
          <error-tag>data-exists</error-tag>
          <error-path xmlns:a="urn:a">/a:b[c="d"]</error-path>
          <error-message xml:lang="en">is &lt;there&gt; &#x61;&#108;ready &amp;amp; &unknown;</error-message>
          <error-info><what>ever</what></error-info>
        </error>
        <error><error-tag> too-big </error-tag></error>
      </errors>`;
    expect(read(text)).toEqual([
      {
        'error-type': 'protocol',
        'error-tag': 'data-exists',
        'error-path': '/a:b[c="d"]',
        'error-message': 'is <there> already &amp; &unknown;',
      },
      { 'error-tag': 'too-big' },
    ]);
  });

  it('reads what has a prefix', () => {
    const text = `<r:errors xmlns:r="${XMLNS}"><r:error><r:error-tag>in-use</r:error-tag></r:error></r:errors>`;
    expect(read(text)).toEqual([{ 'error-tag': 'in-use' }]);
  });

  it.each([
    '',
    'errors',
    '<errors/>',
    '<errors></errors>',
    '<data><error><error-tag>x</error-tag></error></data>',
    '<errors><error-tag>x</error-tag></errors>',
    '<errors><error><error-tag>x',
    '<errors><error><error-message><b>x</b></error-message></error></errors>',
  ])('finds none in %j', (text) => {
    expect(read(text)).toEqual([]);
  });

  it('reads any text, also one made to keep it busy', () => {
    const pieces = [
      '<errors>',
      '<error>',
      '<error ',
      '<a:',
      '<error-tag>',
      '&#x;',
      '&#9999999;',
      'x',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces)), (parts) => {
        expect(Array.isArray(read(parts.join('')))).toBe(true);
      }),
    );
    for (const piece of pieces) expect(read(`<errors>${piece.repeat(200_000)}`)).toEqual([]);
  });
});
