import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { APPLICATIONS, ROLE_NAMES } from '../../../kernel/principal.js';
import { BUILT_OPERATIONS } from '../../../api/operations/operations.js';
import { isPlatformAdmin, type NamedRole, rolesLacking } from './grant-rule.js';

const role = (name: string, provenance = 'platform'): NamedRole => ({ provenance, name });
const ADMIN = role('admin');
const USER_ADMIN = role('admin', 'UserManagement');
const READER = role('readonly', 'MOP');

describe('rolesLacking', () => {
  const lacking = (held: NamedRole[], change: Partial<Parameters<typeof rolesLacking>[1]>) =>
    rolesLacking(held, { before: [], after: [], takesOver: false, ...change });

  it('lets an administrator of the platform grant anything', () => {
    expect(lacking([ADMIN], { after: [ADMIN, USER_ADMIN, READER], takesOver: true })).toEqual([]);
  });

  it('lets others grant what they hold, and names what they do not', () => {
    expect(lacking([USER_ADMIN, READER], { after: [READER] })).toEqual([]);
    expect(lacking([USER_ADMIN], { after: [ADMIN, READER] })).toEqual([ADMIN, READER]);
  });

  it('knows that the admin of one application is not the admin of the platform', () => {
    expect(lacking([USER_ADMIN], { after: [ADMIN] })).toEqual([ADMIN]);
    expect(lacking([USER_ADMIN], { after: [role('admin', 'MOP')] })).toHaveLength(1);
  });

  it('takes a role of the platform for the same role of every application', () => {
    expect(lacking([role('readonly')], { after: [READER] })).toEqual([]);
    expect(lacking([READER], { after: [role('readonly')] })).toEqual([role('readonly')]);
  });

  it('asks nothing for roles that are there already, unless somebody comes to use them', () => {
    const change = { before: [READER], after: [READER] };
    expect(lacking([USER_ADMIN], change)).toEqual([]);
    expect(lacking([USER_ADMIN], { ...change, takesOver: true })).toEqual([READER]);
  });

  it('lets others grant custom roles of which they may call every operation', () => {
    const custom = (...methods: string[]) => ({ ...role('nights', 'Custom'), methods });
    const after = [custom('listAnalyticTemplates', 'an operation of old')];
    expect(lacking([role('apiread', 'MOP')], { after })).toEqual([]);
    expect(lacking([role('apiread', 'Schema')], { after })).toEqual(after);
    expect(lacking([custom('listAnalyticTemplates')], { after })).toEqual([]);
    const named = { after: [role('apiread', 'MOP')] };
    expect(lacking([custom(...BUILT_OPERATIONS)], named)).toEqual(named.after);
  });

  it('lets others take roles away, but none from an administrator of the platform', () => {
    expect(lacking([USER_ADMIN], { before: [READER] })).toEqual([]);
    expect(lacking([USER_ADMIN], { before: [ADMIN, READER] })).toEqual([ADMIN]);
  });
});

/** A world of groups and accounts in which a caller does whatever the rule lets him. */
interface World {
  readonly roles: Map<string, NamedRole[]>;
  readonly memberOf: Map<string, string[]>;
}

const SUBJECTS = ['caller', 'victim', 'g1', 'g2', 'g3', 'g4'];
const aRole = fc.record({
  provenance: fc.constantFrom('platform', ...APPLICATIONS.slice(0, 3)),
  name: fc.constantFrom(...ROLE_NAMES.slice(0, 3)),
});
const aGroup = fc.constantFrom(...SUBJECTS.slice(2));
const aStep = fc.record({
  subject: fc.constantFrom(...SUBJECTS),
  roles: fc.array(aRole, { maxLength: 2 }),
  memberOf: fc.array(aGroup, { maxLength: 2 }),
  takesOver: fc.boolean(),
});

function given(world: World, subject: string, met = new Set<string>()): NamedRole[] {
  if (met.has(subject)) return [];
  met.add(subject);
  const above = (world.memberOf.get(subject) ?? []).flatMap((group) => given(world, group, met));
  return [...(world.roles.get(subject) ?? []), ...above];
}

describe('a caller who makes every change that the rule allows', () => {
  const isCovered = (held: readonly NamedRole[]) => (wanted: NamedRole) =>
    held.some(
      ({ provenance, name }) =>
        name === wanted.name && (provenance === wanted.provenance || provenance === 'platform'),
    );
  const worlds = fc.tuple(
    fc.array(fc.array(aRole, { maxLength: 2 }), { minLength: 6, maxLength: 6 }),
    fc.array(fc.array(aGroup, { maxLength: 2 }), { minLength: 6, maxLength: 6 }),
    fc.array(aStep, { maxLength: 60 }),
  );
  const play = ([roles, groups, steps]: [
    NamedRole[][],
    string[][],
    { subject: string; roles: NamedRole[]; memberOf: string[]; takesOver: boolean }[],
  ]) => {
    const world: World = {
      roles: new Map(SUBJECTS.map((subject, at) => [subject, roles[at] ?? []])),
      memberOf: new Map(SUBJECTS.map((subject, at) => [subject, groups[at] ?? []])),
    };
    const atFirst = given(world, 'caller');
    const usable = new Set(['caller']);
    for (const step of steps) {
      const before = given(world, step.subject);
      const next: World = {
        roles: new Map(world.roles).set(step.subject, step.roles),
        memberOf: new Map(world.memberOf).set(step.subject, step.memberOf),
      };
      const after = given(next, step.subject);
      const held = given(world, 'caller');
      if (rolesLacking(held, { before, after, takesOver: step.takesOver }).length > 0) continue;
      world.roles.set(step.subject, step.roles);
      world.memberOf.set(step.subject, step.memberOf);
      if (step.takesOver) usable.add(step.subject);
    }
    return { atFirst, reachable: [...usable].flatMap((subject) => given(world, subject)) };
  };

  it('never comes to use a role that was not his at first, by any door or sequence of doors', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const { atFirst, reachable } = play(world);
        if (atFirst.some(isPlatformAdmin)) return true;
        return reachable.every(isCovered(atFirst));
      }),
      { numRuns: 2000 },
    );
  });
});
