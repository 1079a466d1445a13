import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { aGroup, aRole } from '#test/support/factories/access-records.js';
import { type AccessSources, effectiveAccess } from './effective-access.js';

const ROLES = [aRole('admin'), aRole('apiread'), aRole('support'), aRole('admin', 'MOP')];

const access = (
  given: Partial<Omit<AccessSources, 'account'>> & Partial<AccessSources['account']>,
) => {
  const { inactive = false, memberOf = [], assignedRoles = [], ...sources } = given;
  const { groups, roles } = effectiveAccess({
    account: { inactive, memberOf, assignedRoles },
    groups: [],
    roles: ROLES,
    adminGroups: [],
    ...sources,
  });
  return { groups: groups.map(({ _id }) => _id), roles: roles.map(({ _id }) => _id) };
};

describe('effectiveAccess', () => {
  it('gives the roles of the account and of its groups, each once', () => {
    const groups = [aGroup('noc', { assignedRoles: ['platform/support', 'platform/apiread'] })];
    const found = access({ memberOf: ['noc'], assignedRoles: ['platform/apiread'], groups });
    expect(found).toEqual({ groups: ['noc'], roles: ['platform/apiread', 'platform/support'] });
  });

  it('gives the roles of the groups above, however deep they are nested', () => {
    const groups = [
      aGroup('a', { memberOf: ['b'] }),
      aGroup('b', { memberOf: ['c'] }),
      aGroup('c', { assignedRoles: ['platform/support'] }),
    ];
    expect(access({ memberOf: ['a'], groups })).toEqual({
      groups: ['a', 'b', 'c'],
      roles: ['platform/support'],
    });
  });

  it('does not give the roles of groups below', () => {
    const groups = [
      aGroup('above'),
      aGroup('below', { memberOf: ['above'], assignedRoles: ['platform/admin'] }),
    ];
    expect(access({ memberOf: ['above'], groups })).toEqual({ groups: ['above'], roles: [] });
  });

  it('gives nothing to an inactive account', () => {
    const groups = [aGroup('admins')];
    const adminGroups = [{ provenance: 'local', group: 'admins' }];
    const given = { memberOf: ['admins'], assignedRoles: ['platform/admin'], groups, adminGroups };
    expect(access({ ...given, inactive: true })).toEqual({ groups: [], roles: [] });
  });

  it('gives nothing by an inactive group, nor by the groups above it', () => {
    const groups = [
      aGroup('closed', {
        inactive: true,
        memberOf: ['above'],
        assignedRoles: ['platform/support'],
      }),
      aGroup('above', { assignedRoles: ['platform/admin'] }),
    ];
    expect(access({ memberOf: ['closed'], groups })).toEqual({ groups: [], roles: [] });
  });

  it('still gives what another way leads to', () => {
    const groups = [
      aGroup('closed', { inactive: true, memberOf: ['above'] }),
      aGroup('open', { memberOf: ['above'] }),
      aGroup('above', { assignedRoles: ['platform/support'] }),
    ];
    expect(access({ memberOf: ['closed', 'open'], groups }).roles).toEqual(['platform/support']);
  });

  it('passes over groups and roles that are gone', () => {
    const found = access({ memberOf: ['gone'], assignedRoles: ['platform/gone'] });
    expect(found).toEqual({ groups: [], roles: [] });
  });

  describe('when the profile names groups of administrators', () => {
    const adminGroups = [{ provenance: 'local', group: 'Admins' }];

    it('gives them the admin of the platform and no other role of that name', () => {
      const groups = [aGroup('admins')];
      expect(access({ memberOf: ['admins'], groups, adminGroups }).roles).toEqual([
        'platform/admin',
      ]);
    });

    it('gives it to members of groups below too', () => {
      const groups = [aGroup('team', { memberOf: ['admins'] }), aGroup('admins')];
      expect(access({ memberOf: ['team'], groups, adminGroups }).roles).toEqual(['platform/admin']);
    });

    it('does not give it to a group of that name from elsewhere', () => {
      const groups = [aGroup('admins', { provenance: 'ldap' })];
      expect(access({ memberOf: ['admins'], groups, adminGroups }).roles).toEqual([]);
    });

    it('does not give it while the group is inactive', () => {
      const groups = [aGroup('admins', { inactive: true })];
      expect(access({ memberOf: ['admins'], groups, adminGroups }).roles).toEqual([]);
    });
  });

  it('ends for every nesting, cycles included, and gives exactly what can be reached', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const edges = fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names)));
    const some = fc.subarray(names);
    fc.assert(
      fc.property(edges, some, some, (nesting, closed, start) => {
        const groups = names.map((name) =>
          aGroup(name, {
            memberOf: nesting.filter(([below]) => below === name).map(([, above]) => above),
            inactive: closed.includes(name),
          }),
        );
        expect(new Set(access({ memberOf: start, groups }).groups)).toEqual(
          closure(start, nesting, closed),
        );
      }),
    );
  });
});

/** The same by another way: add what one step leads to until nothing is new. */
function closure(
  start: readonly string[],
  nesting: readonly (readonly [string, string])[],
  closed: readonly string[],
): Set<string> {
  const open = (name: string) => !closed.includes(name);
  const reached = new Set(start.filter(open));
  for (let round = 0; round < 10; round += 1) {
    nesting
      .filter(([below, above]) => reached.has(below) && open(above))
      .forEach(([, above]) => {
        reached.add(above);
      });
  }
  return reached;
}
