import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type GroupMapping, mappedGroups, synchronisedGroups } from './group-mapping.js';

const mapping = (given: Partial<GroupMapping> = {}): GroupMapping => ({
  map: new Map(),
  takesNames: false,
  ignoresCase: false,
  ...given,
});
const groups = (...names: string[]) => names.map((name) => ({ id: name, name }));

describe('mappedGroups', () => {
  it('grants the local groups that theirs stand for, each once', () => {
    const map = new Map([
      ['team-ops', 'Operators'],
      ['team-ops-2', 'operators'],
      ['team-net', 'noc'],
    ]);
    expect(mappedGroups(groups('team-ops', 'team-ops-2', 'x'), mapping({ map }))).toEqual({
      granted: ['operators'],
      managed: ['operators', 'noc'],
    });
  });

  it('takes the name of a group that is not in the map only where the setting says so', () => {
    expect(mappedGroups(groups('admins'), mapping()).granted).toEqual([]);
    expect(mappedGroups(groups('Admins'), mapping({ takesNames: true }))).toEqual({
      granted: ['admins'],
      managed: [],
    });
  });

  it('tells their groups apart by case where they do', () => {
    const map = new Map([['Admins', 'admins']]);
    expect(mappedGroups(groups('admins'), mapping({ map })).granted).toEqual([]);
    expect(mappedGroups(groups('admins'), mapping({ map, ignoresCase: true })).granted).toEqual([
      'admins',
    ]);
  });

  it('knows a group of a directory by its DN, however it is written, and by its name', () => {
    const group = { id: 'CN=Ops,OU=Groups, DC=example , DC=net', name: 'Ops' };
    const granted = (theirs: string) =>
      mappedGroups([group], mapping({ map: new Map([[theirs, 'operators']]), ignoresCase: true }))
        .granted;
    expect(granted('cn=ops,ou=groups,dc=example,dc=net')).toEqual(['operators']);
    expect(granted('ops')).toEqual(['operators']);
    expect(granted('cn=ops')).toEqual([]);
  });

  it('prefers what the map says of the DN to what it says of the name', () => {
    const map = new Map([
      ['ops', 'many'],
      ['cn=ops,dc=b', 'one'],
    ]);
    const found = mappedGroups(
      [
        { id: 'cn=ops,dc=a', name: 'ops' },
        { id: 'cn=ops,dc=b', name: 'ops' },
      ],
      mapping({ map, ignoresCase: true }),
    );
    expect(found.granted).toEqual(['many', 'one']);
  });

  it('is not misled by names that objects have of their own', () => {
    const names = ['__proto__', 'constructor', 'toString'];
    expect(mappedGroups(groups(...names), mapping()).granted).toEqual([]);
  });
});

describe('synchronisedGroups', () => {
  it('leaves alone what nobody outside decides', () => {
    const before = { memberOf: ['own', 'given'], givenBefore: ['given'] };
    expect(synchronisedGroups(before, ['new'], ['managed'])).toEqual(['own', 'new']);
  });

  it('takes away what the mapping decides, whoever gave it', () => {
    const before = { memberOf: ['managed', 'own'], givenBefore: [] };
    expect(synchronisedGroups(before, [], ['managed'])).toEqual(['own']);
  });

  it('gives exactly what is granted and keeps exactly what is nobody’s, and twice is as once', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));
    fc.assert(
      fc.property(ids, ids, ids, ids, (memberOf, givenBefore, granted, managed) => {
        const after = synchronisedGroups({ memberOf, givenBefore }, granted, managed);
        const decided = new Set([...givenBefore, ...managed]);
        const expected = [...memberOf.filter((id) => !decided.has(id)), ...granted];
        expect(new Set(after)).toEqual(new Set(expected));
        expect(new Set(after).size).toBe(after.length);
        const again = { memberOf: after, givenBefore: granted };
        expect(synchronisedGroups(again, granted, managed)).toEqual(after);
      }),
    );
  });
});
