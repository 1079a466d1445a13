import { describe, expect, it } from 'vitest';
import { type ListCondition } from '../../../kernel/list-condition.js';
import { fieldIndex, type StoredFields } from './stored-filter.js';

const FIELDS: StoredFields = {
  _id: { path: '_id' },
  name: { path: 'name', folded: 'nameFolded' },
  description: { path: 'description', folded: 'descriptionFolded', index: 'description' },
  user: { path: 'user', folded: 'userFolded', index: 'user', apart: true },
  state: { path: 'state' },
};

const asks = (
  verb: ListCondition['verb'],
  field: string,
  ...values: readonly string[]
): ListCondition => ({ verb, field, values, kind: 'text' });

describe('the index of a field', () => {
  it.each<[string, readonly ListCondition[], object | undefined]>([
    ['an id', [asks('equals', '_id', 'a')], { name: '_id_', isOrdered: true }],
    ['several ids', [asks('in', '_id', 'a', 'b')], { name: '_id_', isOrdered: false }],
    ['a value', [asks('equals', 'user', 'a')], { name: 'user', isOrdered: true }],
    ['a beginning', [asks('startsWith', 'user', 'a')], { name: 'user', isOrdered: false }],
    ['a part', [asks('contains', 'user', 'a')], { name: 'user', isOrdered: false }],
    ['a range', [asks('lt', 'user', 'a')], { name: 'user', isOrdered: false }],
    [
      'what is there',
      [{ verb: 'exists', field: 'user', values: [true], kind: 'text' }],
      { name: 'user', isOrdered: false },
    ],
    [
      'what is absent',
      [{ verb: 'exists', field: 'user', values: [false], kind: 'text' }],
      undefined,
    ],
    ['a range that the index of the order holds', [asks('lt', 'description', 'a')], undefined],
    ['a part that the index of the order holds', [asks('contains', 'description', 'a')], undefined],
    ['nothing at all', [asks('startsWith', 'user', '')], undefined],
    ['a field without an index', [asks('equals', 'state', 'a')], undefined],
    ['the order', [asks('equals', 'name', 'a'), asks('equals', 'user', 'b')], undefined],
    ['a range of the order', [asks('gt', 'name', 'a'), asks('contains', 'user', 'b')], undefined],
    [
      'what finds least',
      [asks('startsWith', 'name', 'a'), asks('startsWith', 'user', 'b'), asks('in', '_id', 'c')],
      { name: '_id_', isOrdered: true },
    ],
  ])('is found for %s', (_, conditions, index) => {
    expect(fieldIndex(FIELDS, 'name', conditions)).toEqual(index);
  });
});
