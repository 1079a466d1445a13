import { describe, expect, it } from 'vitest';
import { type HeldRole, type Principal } from '../../kernel/principal.js';
import { OPERATION_KINDS } from '../../platform/tracking/tracked-operation.js';
import { isSeen, mayCancel, sightOf } from './operation-visibility.js';

const holder = (...roles: readonly (readonly [string, string])[]): Principal => ({
  id: 'me',
  provenance: 'local',
  username: 'me',
  firstname: '',
  groups: [],
  roles: roles.map(([provenance, name]): HeldRole => ({ id: name, provenance, name })),
});
const MINE = 'me';
const OTHERS = 'somebody';
const PACKAGES = ['install', 'rollback', 'uninstall'] as const;
const seen = (principal: Principal, accountId: string) =>
  OPERATION_KINDS.filter((kind) => isSeen({ kind, accountId }, sightOf(principal)));

describe('who sees operations', () => {
  it('administrators see all, and readers all but imports', () => {
    expect(seen(holder(['platform', 'admin']), OTHERS)).toEqual(OPERATION_KINDS);
    const reader = holder(['platform', 'apiread']);
    expect(seen(reader, OTHERS)).toEqual([...PACKAGES, 'refresh']);
    expect(seen(reader, MINE)).toEqual([...PACKAGES, 'refresh']);
  });

  it('whoever may start them sees their own', () => {
    const writer = holder(['platform', 'apiwrite']);
    expect(seen(writer, MINE)).toEqual(OPERATION_KINDS);
    expect(seen(writer, OTHERS)).toEqual([]);
  });

  it('nobody sees what they could not start, not even their own', () => {
    expect(seen(holder(['platform', 'operator']), MINE)).toEqual([]);
    expect(seen(holder(), MINE)).toEqual([]);
  });

  it('roles of one application count there alone', () => {
    expect(seen(holder(['AdminEssentials', 'apiread']), OTHERS)).toEqual(PACKAGES);
    expect(seen(holder(['ServiceCatalog', 'apiwrite']), MINE)).toEqual(['import']);
    expect(seen(holder(['PrebuiltsRepository', 'admin']), OTHERS)).toEqual(['refresh']);
  });

  it('a custom role sees what it starts', () => {
    const methods = ['refreshRepository'];
    const custom = { id: '1', provenance: 'Custom', name: 'admin', methods };
    const principal = { ...holder(), roles: [custom] };
    expect([seen(principal, MINE), seen(principal, OTHERS)]).toEqual([['refresh'], []]);
  });

  it('those who start them cancel them, and readers do not', () => {
    const cancels = (principal: Principal) =>
      OPERATION_KINDS.filter((kind) => mayCancel(principal, kind));
    expect(cancels(holder(['platform', 'apiwrite']))).toEqual(OPERATION_KINDS);
    expect(cancels(holder(['platform', 'apiread']))).toEqual([]);
  });
});
