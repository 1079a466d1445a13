import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type HeldRole, type Principal } from '../../../kernel/principal.js';
import { restricted, roleSubset } from './role-subset.js';

const role = (id: string, name: string, provenance = 'platform'): HeldRole => ({
  id,
  name,
  provenance,
});
const held = [role('1', 'apiread'), role('2', 'apiwrite'), role('3', 'apiread', 'MOP')];
const owner = (roles: readonly HeldRole[]): Principal => ({
  id: 'a',
  provenance: 'local',
  username: 'ada',
  firstname: '',
  groups: [{ id: 'g', provenance: 'local', name: 'noc' }],
  roles,
});

describe('roleSubset', () => {
  it('knows roles by id and by name, however it is written', () => {
    expect(roleSubset(held, ['2', 'ApiRead', '1'])).toEqual({
      roles: ['2', '1', '3'],
      notHeld: [],
    });
  });

  it('tells which ones are not held, as they were requested', () => {
    expect(roleSubset(held, ['admin', '1', '9'])).toEqual({
      roles: ['1'],
      notHeld: ['admin', '9'],
    });
  });

  it('grants nothing to who requests nothing', () => {
    expect(roleSubset(held, [])).toEqual({ roles: [], notHeld: [] });
  });
});

describe('restricted', () => {
  it('leaves its owner as he is without a restriction', () => {
    expect(restricted(owner(held), null)).toEqual(owner(held));
  });

  it('never has a role that its owner does not hold now, or that the token was not given', () => {
    const ids = fc.array(fc.constantFrom('1', '2', '3', '4'));
    fc.assert(
      fc.property(ids, ids, (now, given) => {
        const roles = [...new Set(now)].map((id) => role(id, `role ${id}`));
        const found = restricted(owner(roles), given).roles.map(({ id }) => id);
        expect(found).toEqual(
          roles.map(({ id }) => id).filter((id) => (given as string[]).includes(id)),
        );
      }),
    );
  });
});
