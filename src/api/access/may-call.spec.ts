import { describe, expect, it } from 'vitest';
import { type HeldRole, type Principal } from '../../kernel/principal.js';
import { type Access, type OperationSpec } from '../operations/operation-spec.js';
import { isAdmitted, isOpen, mayCall } from './may-call.js';

const row = (access: Access): OperationSpec => ({
  method: 'GET',
  path: '/x',
  state: 'built',
  application: 'AdminEssentials',
  access,
  basis: 'extension',
  tag: 'X',
  summary: 'X',
});
const holder = (...roles: Omit<HeldRole, 'id'>[]): Principal => ({
  id: '1',
  provenance: 'local',
  username: 'ann',
  firstname: '',
  groups: [],
  roles: roles.map((role) => ({ ...role, id: role.name })),
});

describe('isAdmitted', () => {
  const operation = (access: Access) => ({ id: 'listInstalledArtifacts', spec: row(access) });
  const readers = operation({ roles: ['apiread'] });

  it('admits a role of the whole platform that the row names', () => {
    expect(isAdmitted(holder({ provenance: 'platform', name: 'apiread' }), readers)).toBe(true);
  });

  it('admits a role of the application that owns the operation', () => {
    expect(isAdmitted(holder({ provenance: 'AdminEssentials', name: 'apiread' }), readers)).toBe(
      true,
    );
  });

  it('does not admit the same role of another application', () => {
    expect(isAdmitted(holder({ provenance: 'MOP', name: 'apiread' }), readers)).toBe(false);
  });

  it('knows no magic: admin counts only where the row names it', () => {
    expect(isAdmitted(holder({ provenance: 'platform', name: 'admin' }), readers)).toBe(false);
  });

  it('does not take a role of some other making for the one of that name', () => {
    expect(isAdmitted(holder({ provenance: 'local', name: 'apiread' }), readers)).toBe(false);
  });

  it('admits nobody without roles, but everyone signed in where that is enough', () => {
    expect(isAdmitted(holder(), readers)).toBe(false);
    expect(isAdmitted(holder(), operation('signed-in'))).toBe(true);
    expect(isAdmitted(holder(), operation({ open: 'for all' }))).toBe(true);
  });
});

describe('a custom role', () => {
  const custom = (...methods: string[]) =>
    holder({ provenance: 'Custom', name: 'apiread', methods });

  it('admits to the operations that it lists, and to nothing by its name', () => {
    expect(mayCall(custom('listPrebuilts'), 'listPrebuilts')).toBe(true);
    expect(mayCall(custom('listPrebuilts'), 'listInstalledArtifacts')).toBe(false);
    expect(mayCall(custom(), 'listPrebuilts')).toBe(false);
  });
});

describe('isOpen', () => {
  it('is true only for rows that say why', () => {
    expect(isOpen(row({ open: 'for all' }))).toBe(true);
    expect(isOpen(row('signed-in'))).toBe(false);
    expect(isOpen(row({ roles: [] }))).toBe(false);
  });
});
