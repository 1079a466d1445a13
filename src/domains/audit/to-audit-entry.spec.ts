import { describe, expect, it } from 'vitest';
import { type AuditRecord } from '../../platform/audit/audit-entry.js';
import { toAuditEntry } from './to-audit-entry.js';

const NO_TIME = '0000-01-01T00:00:00.000Z';
const AT = new Date('2026-01-02T03:04:05Z');
const CHANGE = { type: 'a', id: 'b', name: 'c', form: 'whole', cut: '' };

const entryOf = (record: object) => toAuditEntry(record as AuditRecord);

describe('toAuditEntry', () => {
  it('shows times and documents as they were', () => {
    const change = { ...CHANGE, before: null, after: '{"x":1}' };
    const entry = entryOf({ _id: 'e', at: AT, until: AT, accountId: 'u', changes: [change] });
    expect(entry).toEqual({
      _id: 'e',
      at: AT.toISOString(),
      until: AT.toISOString(),
      account: 'u',
      via: null,
      objects: [{ ...CHANGE, before: null, after: { x: 1 } }],
    });
  });

  it.each([
    ['times', { at: new Date(Number.NaN), until: 'yesterday', changes: [] }],
    ['changes', { at: 5, changes: 5 }],
    ['nothing', {}],
  ])('shows a record that somebody made without %s that can be read', (_, record) => {
    expect(entryOf({ _id: 'e', ...record })).toMatchObject({
      at: NO_TIME,
      until: NO_TIME,
      objects: [],
    });
  });

  it.each([['{'], [5], [undefined]])('shows a document that is none: %j', (before) => {
    const entry = entryOf({ at: AT, until: AT, changes: [{ ...CHANGE, before, after: null }, 7] });
    expect(entry.objects).toEqual([
      { ...CHANGE, before: before === undefined ? null : { unreadable: before }, after: null },
    ]);
  });
});
