import { describe, expect, it } from 'vitest';
import { type HeldRole, holdsAnyRole, type Principal } from './principal.js';

const caller = (...roles: Omit<HeldRole, 'id'>[]): Principal => ({
  id: 'a',
  provenance: 'local',
  username: 'caller',
  firstname: '',
  groups: [],
  roles: roles.map((role) => ({ id: 'r', ...role })),
});

describe('holdsAnyRole', () => {
  it('admits a role of the whole platform in every application', () => {
    const principal = caller({ provenance: 'platform', name: 'apiread' });
    expect(holdsAnyRole(principal, 'MOP', ['admin', 'apiread'])).toBe(true);
  });

  it('admits a role of one application only there', () => {
    const principal = caller({ provenance: 'MOP', name: 'apiread' });
    expect(holdsAnyRole(principal, 'MOP', ['apiread'])).toBe(true);
    expect(holdsAnyRole(principal, 'Schema', ['apiread'])).toBe(false);
  });

  it('admits nobody by another role, or by none', () => {
    expect(holdsAnyRole(caller({ provenance: 'platform', name: 'other' }), 'MOP', ['admin'])).toBe(
      false,
    );
    expect(holdsAnyRole(caller(), 'MOP', ['admin'])).toBe(false);
  });
});
