import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { groupInWords, readGbac } from './gbac-references.js';
import { type JsonValue } from './json.js';

describe('readGbac', () => {
  it.each([[undefined], [null], [{}], [{ read: [], write: [] }]])(
    'takes %j for the access of everyone',
    (value) => {
      const references = { read: [], write: [] };
      expect(readGbac(value, '#/gbac')).toEqual({ kind: 'read', references });
    },
  );

  it('takes ids and names side by side', () => {
    const noc = { provenance: 'local', name: 'noc' };
    expect(readGbac({ read: ['5f', noc], write: [noc] }, '#/gbac')).toEqual({
      kind: 'read',
      references: { read: ['5f', noc], write: [noc] },
    });
  });

  it.each<[JsonValue, string]>([
    ['noc', '#/gbac'],
    [[], '#/gbac'],
    [{ execute: [] }, '#/gbac'],
    [{ read: 'noc' }, '#/gbac/read'],
    [{ read: ['noc', 7] }, '#/gbac/read/1'],
    [{ write: [null] }, '#/gbac/write/0'],
    [{ write: [{ name: 'noc' }] }, '#/gbac/write/0'],
    [{ write: [{ provenance: { $ne: '' }, name: 'noc' }] }, '#/gbac/write/0'],
    [{ read: [''] }, '#/gbac/read/0'],
    [{ read: ['x'.repeat(513)] }, '#/gbac/read/0'],
    [{ read: Array.from({ length: 1001 }, () => 'x') }, '#/gbac/read'],
  ])('refuses %j at its place', (value, pointer) => {
    const reading = readGbac(value, '#/gbac');
    expect(reading.kind === 'refused' && reading.faults.map((fault) => fault.pointer)).toEqual([
      pointer,
    ]);
  });

  it('reads or refuses whatever comes, and never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(['read', 'refused']).toContain(readGbac(value as JsonValue, '#').kind);
      }),
    );
  });
});

describe('groupInWords', () => {
  it('names a group as its document does', () => {
    expect(groupInWords('5f')).toBe('5f');
    expect(groupInWords({ provenance: 'ldap', name: 'noc' })).toBe('ldap/noc');
  });
});
