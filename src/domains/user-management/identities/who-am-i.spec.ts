import { describe, expect, it } from 'vitest';
import { EXPECTED_ACCESS } from '#test/contract/roles-matrix.expected.js';
import { type HeldRole, type Principal } from '../../../kernel/principal.js';
import { whoAmI } from './who-am-i.js';

const caller = (...roles: HeldRole[]): Principal => ({
  id: '1',
  provenance: 'local',
  username: 'ann',
  firstname: 'Ann',
  groups: [{ id: 'g', provenance: 'local', name: 'noc' }],
  roles,
});

describe('whoAmI', () => {
  it('names the caller, the groups, and the roles by id', () => {
    const role = { id: 'r', provenance: 'platform', name: 'apiread' };
    expect(whoAmI(caller(role))).toMatchObject({
      id: '1',
      provenance: 'local',
      username: 'ann',
      firstname: 'Ann',
      groups: [{ id: 'g', provenance: 'local', name: 'noc' }],
      roles: ['r'],
    });
  });

  it('lists the operations that the roles open, under the application that owns them', () => {
    const { methods } = whoAmI(caller({ id: 'r', provenance: 'AdminEssentials', name: 'apiread' }));
    expect(methods['AdminEssentials']).toContain('listInstalledArtifacts');
    expect(methods['AdminEssentials']).not.toContain('installArtifact');
    // Its webhook is open to whoever knows its secret.
    expect(methods['PrebuiltsRepository']).toEqual(['callRepositoryWebhook']);
  });

  it('lists only what everybody may call for somebody without roles', () => {
    const { methods } = whoAmI(caller());
    // The hand-written page, so that no operation opens to everybody unnoticed.
    const open = EXPECTED_ACCESS.filter(
      ({ admits, planned }) => !planned && ['everyone', 'signed in'].includes(admits),
    );
    expect(Object.values(methods).flat().sort()).toEqual(open.map(({ id }) => id).sort());
    expect(methods['AdminEssentials']).toEqual([
      // Each shows its own kinds of work to whoever may begin them.
      ...['listOperations', 'getOperation', 'followOperation', 'cancelOperation'],
      ...['callMcp', 'getMcpResource'],
      ...['live', 'ready', 'version', 'openApi', 'helpOpenApi', 'home', 'docs', 'docsAsset'],
      ...['console', 'consoleScreen', 'consoleObject', 'consoleAsset'],
    ]);
  });
});
