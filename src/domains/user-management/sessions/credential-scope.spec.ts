import { describe, expect, it } from 'vitest';
import { type Principal } from '../../../kernel/principal.js';
import { credentialScope } from './credential-scope.js';

const principal = (provenance?: string): Principal => ({
  id: 'me',
  provenance: 'local',
  username: 'me',
  firstname: '',
  groups: [],
  roles: provenance === undefined ? [] : [{ id: 'r', provenance, name: 'admin' }],
});

describe('credentialScope', () => {
  it.each([[{}], [{ all: false }], [{ account: 'me' }], [{ account: 'me', all: true }]])(
    'is the caller himself for %j, whoever he is',
    (request) => {
      expect(credentialScope(request, principal())).toBe('me');
      expect(credentialScope(request, principal('platform'))).toBe('me');
    },
  );

  it.each([[{ all: true }], [{ account: 'other' }], [{ account: 'other', all: true }]])(
    'is refused to everybody but administrators of users for %j',
    (request) => {
      for (const caller of [principal(), principal('AdminEssentials')]) {
        expect(() => credentialScope(request, caller)).toThrow(
          expect.objectContaining({ kind: 'forbidden' }),
        );
      }
      for (const caller of [principal('platform'), principal('UserManagement')]) {
        expect(credentialScope(request, caller)).toBe('account' in request ? 'other' : null);
      }
    },
  );
});
