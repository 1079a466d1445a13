import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { aGroup, aRole } from '#test/support/factories/access-records.js';
import { isAdmitted, isOpen } from '../../../api/access/may-call.js';
import { BUILT_OPERATIONS, operationSpec } from '../../../api/operations/operations.js';
import { type OperationSpec } from '../../../api/operations/operation-spec.js';
import { mayRead, mayWrite } from '../../../kernel/gbac.js';
import { ROLE_NAMES } from '../../../kernel/principal.js';
import { effectiveAccess, toPrincipal } from './effective-access.js';
import { type ExplainSources, explainAccess } from './explain-access.js';

const spec = (given: Partial<OperationSpec> = {}): OperationSpec => ({
  method: 'GET',
  path: '/x',
  state: 'built',
  application: 'MOP',
  access: { roles: ['admin', 'support'] },
  basis: 'extension',
  tag: 'X',
  summary: 'X',
  ...given,
});
const ROLES = [
  ...ROLE_NAMES.map((name) => aRole(name)),
  aRole('support', 'MOP'),
  aRole('support', 'Schema'),
  aRole('admin', 'MOP'),
  { ...aRole('night shift', 'Custom'), methods: ['op', ...BUILT_OPERATIONS.slice(0, 60)] },
];
const ann = {
  _id: 'a',
  username: 'ann',
  provenance: 'local',
  firstname: '',
  inactive: false,
  memberOf: [],
  assignedRoles: [],
};

type Given = Omit<Partial<ExplainSources>, 'account' | 'operation'> & {
  account?: Partial<ExplainSources['account']>;
  spec?: Partial<OperationSpec>;
};
const explain = ({ account, spec: row, ...given }: Given) =>
  explainAccess({
    operation: { id: 'op', spec: spec(row) },
    account: { ...ann, ...account },
    groups: [],
    roles: ROLES,
    adminGroups: [],
    ...given,
  });
const names = (path: readonly { readonly name: string }[] = []) => path.map(({ name }) => name);

describe('explainAccess', () => {
  it('names a custom role that lists the operation', () => {
    const { decision, reasons } = explain({ account: { assignedRoles: ['Custom/night shift'] } });
    expect([decision, reasons.map(({ kind, path }) => [kind, names(path)])]).toEqual([
      'admitted',
      [['role', ['ann', 'night shift']]],
    ]);
  });

  it('names the role and the way of groups to it', () => {
    const groups = [
      aGroup('noc', { memberOf: ['emea'] }),
      aGroup('emea', { assignedRoles: ['platform/support'] }),
    ];
    const { decision, reasons, text } = explain({ account: { memberOf: ['noc'] }, groups });
    expect(decision).toBe('admitted');
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toMatchObject({
      kind: 'role',
      admits: true,
      role: { provenance: 'platform', name: 'support' },
    });
    expect(names(reasons[0]?.path)).toEqual(['ann', 'noc', 'emea', 'support']);
    expect(text).toBe(
      'ann may call op: Role support admits, held by account ann -> group noc -> group emea -> role support.',
    );
  });

  it('names every role that admits, nearest first', () => {
    const groups = [aGroup('noc', { assignedRoles: ['platform/admin'] })];
    const account = { memberOf: ['noc'], assignedRoles: ['MOP/support'] };
    const { reasons } = explain({ account, groups });
    expect(reasons.map(({ role }) => role?.name)).toEqual(['support', 'admin']);
  });

  it('says that the profile makes administrators', () => {
    const groups = [aGroup('admins')];
    const adminGroups = [{ provenance: 'local', group: 'Admins' }];
    const { reasons } = explain({ account: { memberOf: ['admins'] }, groups, adminGroups });
    expect(reasons[0]?.kind).toBe('administrators-group');
    expect(names(reasons[0]?.path)).toEqual([
      'ann',
      'admins',
      'authenticationProps.admins',
      'admin',
    ]);
  });

  it('says which roles would admit who has none', () => {
    const { decision, reasons, text } = explain({ account: { assignedRoles: ['platform/other'] } });
    expect(decision).toBe('refused');
    expect(reasons).toEqual([
      expect.objectContaining({ kind: 'no-role', admits: false, needed: ['admin', 'support'] }),
    ]);
    expect(text).toBe(
      'ann may not call op: No role that counts is one of admin, support, of the platform or of MOP, and no custom role lists it.',
    );
  });

  it('says that a role is held for another application', () => {
    const { decision, reasons } = explain({ account: { assignedRoles: ['Schema/support'] } });
    expect(decision).toBe('refused');
    expect(reasons.map(({ kind }) => kind)).toEqual(['other-application', 'no-role']);
    expect(reasons[0]?.role?.provenance).toBe('Schema');
  });

  it('says which inactive group stands in the way', () => {
    const groups = [
      aGroup('closed', { inactive: true, memberOf: ['above'] }),
      aGroup('above', { assignedRoles: ['platform/support'] }),
    ];
    const { decision, reasons } = explain({ account: { memberOf: ['closed'] }, groups });
    expect(decision).toBe('refused');
    expect(reasons.map(({ kind }) => kind)).toEqual(['inactive-group', 'no-role']);
    expect(reasons[0]?.text).toContain('Group closed is inactive');
    expect(reasons[0]?.path).toContainEqual({
      type: 'group',
      id: 'closed',
      name: 'closed',
      inactive: true,
    });
  });

  it('says that an inactive account can do nothing, but for what is open to all', () => {
    const account = { inactive: true, assignedRoles: ['platform/support'] };
    expect(explain({ account }).reasons.map(({ kind }) => kind)).toEqual(['inactive-account']);
    expect(explain({ account, spec: { access: 'signed-in' } }).decision).toBe('refused');
    expect(explain({ account, spec: { access: { open: 'a test' } } })).toMatchObject({
      decision: 'admitted',
      reasons: [{ kind: 'open' }],
    });
  });

  it('tells of no more reasons than anybody reads', () => {
    const groups = Array.from({ length: 200 }, (_, at) =>
      aGroup(`g${String(at)}`, { assignedRoles: ['platform/support'] }),
    );
    const memberOf = groups.map(({ _id }) => _id);
    expect(explain({ account: { memberOf }, groups }).reasons).toHaveLength(50);
  });

  describe('of an object', () => {
    const account = { assignedRoles: ['platform/support'], memberOf: ['noc'] };
    const groups = [aGroup('noc', { memberOf: ['emea'] }), aGroup('emea')];
    const object = (read: string[], write: string[] = []) => ({
      type: 'note',
      id: '7',
      application: 'MOP' as const,
      gbac: { read, write },
      groups: [{ id: 'secret', provenance: 'local', name: 'Secret' }],
    });

    it('names the list and the group that admit', () => {
      const { decision, reasons } = explain({ account, groups, object: object(['emea']) });
      expect(decision).toBe('admitted');
      expect(reasons.at(-1)).toMatchObject({
        kind: 'object-member',
        gbac: { entry: 'read', groups: [{ id: 'emea', name: 'emea' }] },
      });
    });

    it('names the groups that would have admitted, by id where they are gone', () => {
      const { decision, reasons, text } = explain({
        account,
        groups,
        object: object(['secret', 'gone']),
      });
      expect(decision).toBe('refused');
      expect(reasons.at(-1)).toMatchObject({
        kind: 'object-no-member',
        gbac: { entry: 'any', groups: [{ name: 'Secret' }, { id: 'gone' }] },
      });
      expect(text).toContain('Secret, gone (it is answered as absent: 404)');
    });

    it('tells seeing from changing', () => {
      const reading = object(['noc']);
      const row = { changes: true, method: 'PUT' } as const;
      expect(explain({ account, groups, object: reading }).decision).toBe('admitted');
      const changing = explain({ account, groups, object: reading, spec: row });
      expect(changing.decision).toBe('refused');
      expect(changing.text).toContain('names no group: only administrators pass');
      expect(changing.text).toContain('it can be seen: 403');
    });

    it('says that administrators pass, and that what names no group is for everyone', () => {
      const admin = { assignedRoles: ['MOP/admin'] };
      const passing = explain({ account: admin, object: object(['secret']) });
      expect(passing.reasons.at(-1)).toMatchObject({ kind: 'object-admin', admits: true });
      expect(explain({ account, object: object([]) }).reasons.at(-1)?.kind).toBe('object-everyone');
    });

    it('refuses an object that is not there, and one that the role does not lead to', () => {
      const absent = { ...object([]), gbac: null };
      expect(explain({ account, object: absent }).reasons.at(-1)?.kind).toBe('no-object');
      expect(explain({ account, object: absent }).decision).toBe('refused');
      expect(explain({ account: {}, object: object([]) }).decision).toBe('refused');
    });
  });

  describe('whatever the account, its groups and roles', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const roleIds = ROLES.map(({ _id }) => _id);
    const some = fc.subarray(ids, { maxLength: 2 });
    const group = fc.record({
      memberOf: some,
      assignedRoles: fc.subarray(roleIds, { maxLength: 2 }),
      inactive: fc.boolean(),
    });
    const sources = fc.record({
      account: fc.record({
        inactive: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
        memberOf: some,
        assignedRoles: fc.subarray(roleIds, { maxLength: 1 }),
      }),
      groups: fc.tuple(group, group, group, group, group),
      admins: some,
      id: fc.constantFrom(...BUILT_OPERATIONS),
      read: some,
      write: some,
      withObject: fc.boolean(),
    });

    type Generated = typeof sources extends fc.Arbitrary<infer Value> ? Value : never;
    const sourcesOf = ({ account, groups, admins, id, read, write, withObject }: Generated) => {
      const row = operationSpec(id);
      const gbac = { read, write };
      const object = { type: 'note', id: '1', application: row.application, gbac, groups: [] };
      const known: ExplainSources = {
        operation: { id, spec: row },
        account: { ...ann, ...account },
        groups: groups.map((given, at) => aGroup(ids[at] ?? '', given)),
        roles: ROLES,
        adminGroups: admins.map((name) => ({ provenance: 'local', group: name })),
        ...(withObject && { object }),
      };
      return { known, gbac, row };
    };

    it('decides as the guards do, and gives a reason for it', () => {
      fc.assert(
        fc.property(sources, (given) => {
          const { known, gbac, row } = sourcesOf(given);
          const principal = toPrincipal(known.account, effectiveAccess(known));
          const isActive = !known.account.inactive;
          const decide = row.changes ? mayWrite : mayRead;
          const mayUse = isActive && decide(principal, row.application, gbac).admitted;
          const called = isOpen(row) || (isActive && isAdmitted(principal, known.operation));
          const expected = called && (!given.withObject || mayUse);
          const { decision, reasons } = explainAccess(known);
          expect(decision).toBe(expected ? 'admitted' : 'refused');
          expect(reasons.some(({ admits }) => admits === expected)).toBe(true);
        }),
        { numRuns: 1000 },
      );
    });
  });
});
