import { describe, expect, it } from 'vitest';
import {
  adoptDocument,
  bringDocument,
  dropDocument,
  isChanged,
  type UserChanges,
} from './document-outcome.js';

const BASE = { name: 'W', tasks: { a: 1, b: 1 }, last_updated: '2024' };
const UNTOUCHED = { base: BASE, mine: BASE };
const CHANGED = { base: BASE, mine: { ...BASE, tasks: { a: 2, b: 1 } } };

describe('a document of which a new version comes', () => {
  const outcome = (present: Parameters<typeof bringDocument>[0], theirs: object) =>
    bringDocument(present, { ...BASE, ...theirs }, 'merge');

  it.each([
    ['created where there was none', undefined, {}, 'created', []],
    ['unchanged where the package brings the same', UNTOUCHED, {}, 'unchanged', []],
    ['unchanged where users have said it already', CHANGED, CHANGED.mine, 'unchanged', []],
    ['changed where no user has touched it', UNTOUCHED, { tasks: {} }, 'changed', []],
    ['kept where only users changed it', CHANGED, {}, 'kept', []],
    ['merged where both changed other places', CHANGED, { tasks: { a: 1, b: 2 } }, 'merged', []],
    [
      'in conflict where both changed the same place',
      CHANGED,
      { tasks: { a: 3, b: 1 } },
      'conflict',
      ['#/tasks/a'],
    ],
  ])('is %s', (_, present, theirs, ...expected) => {
    const { action, pointers } = outcome(present, theirs);
    expect([action, pointers]).toEqual(expected);
  });

  it('is what the package brings where a user only saved it', () => {
    const saved = { base: BASE, mine: { ...BASE, last_updated: '2025' } };
    const { action, isUserChanged, document } = outcome(saved, { tasks: {} });
    expect([action, isUserChanged, document]).toEqual(['changed', false, { ...BASE, tasks: {} }]);
  });

  it.each<[UserChanges, string, object]>([
    ['keep', 'merged', { a: 2, b: 2 }],
    ['overwrite', 'changed', { a: 3, b: 2 }],
  ])(
    'asked to %s it goes on in spite of a conflict, and still names the place',
    (how, action, to) => {
      const theirs = { ...BASE, tasks: { a: 3, b: 2 } };
      const found = bringDocument(CHANGED, theirs, how);
      expect(found).toEqual({
        action,
        isUserChanged: true,
        pointers: ['#/tasks/a'],
        document: { ...BASE, tasks: to },
      });
    },
  );

  it('counts as changed by users where nobody knows what the package brought', () => {
    expect(isChanged({ base: undefined, mine: BASE })).toBe(true);
  });
});

describe('a document of users that a package takes over', () => {
  const mine = { ...BASE, password: 'secret' };
  const packed = { ...BASE, password: '' };

  it('stays as it is, secrets included, where the package holds what would be built of it', () => {
    const theirs = { ...packed, last_updated: '2025' };
    expect(adoptDocument({ mine, packed }, theirs, 'merge')).toEqual({
      action: 'adopted',
      isUserChanged: false,
      pointers: [],
      document: mine,
    });
  });

  it.each<[UserChanges, string, 'mine' | 'theirs']>([
    ['merge', 'conflict', 'mine'],
    ['keep', 'kept', 'mine'],
    ['overwrite', 'changed', 'theirs'],
  ])('that says something else: %s', (how, action, side) => {
    const theirs = { ...packed, tasks: { a: 1 }, groups: [] };
    const found = adoptDocument({ mine, packed }, theirs, how);
    expect({ ...found, pointers: found.pointers.toSorted() }).toEqual({
      action,
      isUserChanged: false,
      pointers: ['#/groups', '#/tasks/b'],
      document: side === 'mine' ? mine : theirs,
    });
  });
});

describe('a document that the new version does not bring any more', () => {
  it.each<[UserChanges, string, string]>([
    ['merge', 'removed', 'conflict'],
    ['keep', 'removed', 'kept'],
    ['overwrite', 'removed', 'removed'],
  ])('with %s is %s, and %s where users changed it', (how, untouched, changed) => {
    expect(dropDocument(UNTOUCHED, how).action).toBe(untouched);
    expect(dropDocument(CHANGED, how).action).toBe(changed);
  });
});
