import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  assertMayRead,
  assertMayWrite,
  EVERYONE,
  type Gbac,
  guarded,
  guardedByAll,
  mayRead,
  mayWrite,
} from './gbac.js';
import { type Principal } from './principal.js';

const role = (name: string, provenance = 'platform') => ({ id: name, provenance, name });
const caller = (groups: readonly string[], ...roles: Principal['roles'][number][]): Principal => ({
  id: 'a',
  provenance: 'local',
  username: 'ann',
  firstname: '',
  groups: groups.map((id) => ({ id, provenance: 'local', name: `group ${id}` })),
  roles,
});
const of = (gbac: Partial<Gbac>): Gbac => ({ read: [], write: [], ...gbac });
const reads = (principal: Principal, gbac: Partial<Gbac>) =>
  mayRead(principal, 'OperationsManager', of(gbac));
const writes = (principal: Principal, gbac: Partial<Gbac>) =>
  mayWrite(principal, 'OperationsManager', of(gbac));

describe('mayRead and mayWrite', () => {
  it('admit everyone to an object that names no group', () => {
    expect(reads(caller([]), {})).toEqual({ admitted: true, reason: { kind: 'everyone' } });
    expect(writes(caller([]), {})).toEqual({ admitted: true, reason: { kind: 'everyone' } });
  });

  it('admit members of a write group to both', () => {
    const group = { id: 'w', provenance: 'local', name: 'group w' };
    const reason = { kind: 'member', entry: 'write', group };
    expect(reads(caller(['w']), { write: ['w'] })).toEqual({ admitted: true, reason });
    expect(writes(caller(['w']), { write: ['w'] })).toEqual({ admitted: true, reason });
  });

  it('let members of a read group see and not change', () => {
    const gbac = { read: ['r'], write: ['w'] };
    expect(reads(caller(['x', 'r']), gbac)).toMatchObject({
      admitted: true,
      reason: { kind: 'member', entry: 'read', group: { id: 'r' } },
    });
    expect(writes(caller(['x', 'r']), gbac)).toEqual({
      admitted: false,
      reason: { kind: 'no-member', groups: ['w'] },
    });
  });

  it('name the groups that would have admitted, each once', () => {
    expect(reads(caller(['x']), { read: ['r', 'w'], write: ['w'] })).toEqual({
      admitted: false,
      reason: { kind: 'no-member', groups: ['r', 'w'] },
    });
  });

  it('let nobody but administrators change what names read groups alone', () => {
    expect(writes(caller(['r']), { read: ['r'] }).admitted).toBe(false);
    expect(writes(caller([], role('admin')), { read: ['r'] }).admitted).toBe(true);
  });

  it('let admin of the platform and of the application pass, and no other role', () => {
    const gbac = { read: ['r'] };
    const admin = role('admin', 'OperationsManager');
    expect(reads(caller([], role('admin')), gbac).reason).toMatchObject({ kind: 'admin' });
    expect(reads(caller([], admin), gbac).reason).toEqual({ kind: 'admin', role: admin });
    for (const other of [role('admin', 'MOP'), role('admin', 'local'), role('engineering')]) {
      expect(reads(caller([], other), gbac).admitted).toBe(false);
    }
  });
});

describe('guarded', () => {
  it('derives the readers from both lists, each group once', () => {
    expect(guarded({ read: ['a', 'b', 'a'], write: ['b', 'c'] })).toEqual({
      gbac: { read: ['a', 'b'], write: ['b', 'c'] },
      readers: ['a', 'b', 'c'],
    });
  });

  it('marks what names no group as for everyone', () => {
    expect(guarded(of({})).readers).toEqual([EVERYONE]);
  });

  it('shares with nobody by the sign for everyone in the place of a group', () => {
    expect(guarded(of({ read: [EVERYONE] })).readers).toEqual([]);
    expect(reads(caller(['x']), { read: [EVERYONE] }).admitted).toBe(false);
  });

  it('admits by its readers exactly whom mayRead admits', () => {
    const ids = fc.subarray(['a', 'b', 'c', EVERYONE]);
    const held = fc.subarray(['a', 'b', 'c']);
    fc.assert(
      fc.property(ids, ids, held, (read, write, groups) => {
        const { readers } = guarded({ read, write });
        const byReaders = readers.some((id) => id === EVERYONE || groups.includes(id));
        expect(reads(caller(groups), { read, write }).admitted).toBe(byReaders);
      }),
    );
  });
});

describe('assertMayRead and assertMayWrite', () => {
  const object = (gbac: Partial<Gbac>) => ({
    what: 'Automation',
    name: 'Sweep',
    application: 'OperationsManager' as const,
    gbac: of(gbac),
  });

  it('say of an invisible object that it is not there, to readers and to writers', () => {
    const invisible = object({ read: ['r'] });
    const refusal = expect.objectContaining({
      kind: 'not-found',
      detail: "Automation 'Sweep' not found",
    });
    expect(() => {
      assertMayRead(caller([]), invisible);
    }).toThrow(refusal);
    expect(() => {
      assertMayWrite(caller([]), invisible);
    }).toThrow(refusal);
  });

  it('say of a visible object that it may not be changed', () => {
    const visible = object({ read: ['r'] });
    assertMayRead(caller(['r']), visible);
    expect(() => {
      assertMayWrite(caller(['r']), visible);
    }).toThrow(expect.objectContaining({ kind: 'forbidden', code: 'not-writable' }));
  });

  it('say nothing where everything is allowed', () => {
    const own = object({ write: ['w'] });
    expect(() => {
      assertMayRead(caller(['w']), own);
      assertMayWrite(caller(['w']), own);
    }).not.toThrow();
  });
});

describe('guardedByAll', () => {
  const groups = fc.subarray(['a', 'b', 'c', 'd']);
  const many = fc.array(fc.record({ read: groups, write: groups }), { maxLength: 4 });

  it('admits who is admitted by every one, and nobody else', () => {
    fc.assert(
      fc.property(groups, many, (own, all) => {
        const principal = caller(own);
        const { gbac } = guardedByAll(all);
        const readable = all.every((one) => reads(principal, one).admitted);
        expect(mayRead(principal, 'OperationsManager', gbac).admitted).toBe(readable);
        const writable = all.every((one) => writes(principal, one).admitted);
        expect(mayWrite(principal, 'OperationsManager', gbac).admitted).toBe(writable);
      }),
    );
  });

  it('comes to the same when one is guarded once more by what guards it', () => {
    fc.assert(
      fc.property(many, (all) => {
        const { gbac, readers } = guardedByAll(all);
        expect(guardedByAll([gbac, ...all])).toEqual({ gbac, readers });
      }),
    );
  });

  it('keeps no more than it must', () => {
    const one = { read: [], write: ['a'] };
    expect(guardedByAll([one, of({}), { read: ['b'], write: ['a', 'c'] }, one])).toEqual(
      guarded(one),
    );
  });

  it('says of a refusal which one it was', () => {
    const { gbac } = guardedByAll([of({ read: ['a'] }), of({ read: ['b'] })]);
    expect(reads(caller(['a']), gbac).reason).toEqual({ kind: 'no-member', groups: ['b'] });
  });
});
