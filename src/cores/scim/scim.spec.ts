import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { AppError } from '../../kernel/app-error.js';
import { type JsonObject } from '../../kernel/json.js';
import { GROUP_TYPE } from './group-schema.js';
import { matches } from './matches.js';
import { memberEdits } from './member-edits.js';
import { parseFilter, parseTarget } from './parse-filter.js';
import { type FilterPlan, planFilter } from './plan-filter.js';
import { project, readProjection } from './project.js';
import { patched, readBody, readPatch } from './read-requests.js';
import { settleFilter } from './settle-filter.js';
import { USER_TYPE } from './user-schema.js';

const KEYS = {
  points: ['userName', 'emails.value'],
  order: 'userName',
  flag: 'active',
  always: ['userName'],
};
const ADA: JsonObject = {
  userName: 'Ada',
  title: 'Countess',
  active: true,
  emails: [
    { value: 'ada@work', type: 'work' },
    { value: 'ada@home', type: 'home' },
  ],
};
const user = (body: unknown) => patched(USER_TYPE, {}, readBody(USER_TYPE, body).read);

/** Runs what may refuse its input, and nothing else. */
const refusalOf = (run: () => unknown): unknown => {
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
};

const word = fc.constantFrom('ada', 'bob', 'Ada', 'work', 'x');
const condition = fc
  .tuple(
    fc.constantFrom('userName', 'title', 'emails.value', 'emails.type', 'nickName'),
    fc.constantFrom('eq', 'ne', 'co', 'sw', 'ew', 'gt', 'le'),
    word,
  )
  .map(([path, op, value]) => `${path} ${op} "${value}"`);
const { filter: filterText } = fc.letrec<{ filter: string; part: string }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small' },
    condition,
    fc.constantFrom('title pr', 'active eq true', 'emails[type eq "work" and value sw "a"]'),
    fc
      .tuple(tie('filter'), fc.constantFrom('and', 'or'), tie('filter'))
      .map(([a, op, b]) => `(${a}) ${op} (${b})`),
    tie('filter').map((inner) => `not (${inner})`),
  ),
  part: condition,
}));
const resource = fc.record({
  userName: word,
  title: fc.option(word, { nil: undefined }),
  active: fc.boolean(),
  emails: fc.array(fc.record({ value: word, type: word }), { maxLength: 3 }),
});

function isFoundBy(plan: FilterPlan, one: JsonObject): boolean {
  const meets = (text: string): boolean => matches(parseFilter(text, USER_TYPE), one);
  if (plan.kind === 'points')
    return plan.points.some(({ key, value }) => meets(`${key} eq "${value}"`));
  const { active, prefix = '' } = plan;
  const isActive = active === undefined || meets(`active eq ${String(active)}`);
  return isActive && (prefix === '' || meets(`userName sw "${prefix}"`));
}

describe('filters', () => {
  it.each([
    ['userName eq "ada"', true],
    ['USERNAME EQ "ADA"', true],
    ['userName ne "ada"', false],
    ['nickName ne "x"', true],
    ['nickName eq null', true],
    ['emails[type eq "work" and value eq "ada@home"]', false],
    ['emails.type eq "work" and emails.value eq "ada@home"', true],
    ['emails[type eq "work"].value eq "ada@work"', true],
    ['active eq "True" or title pr', true],
    ['title co "unt" and not (title sw "unt")', true],
    ['userName eq "a" and userName eq "b" or title eq "Countess"', true],
    ['userName eq "\\u0061da"', true],
  ])('%s', (text, expected) => {
    expect(matches(parseFilter(text, USER_TYPE), ADA)).toBe(expected);
  });

  it.each([
    ['meta.resourceType eq "User"', true, false],
    ['meta.resourceType eq "User" or meta.resourceType eq "Group"', true, true],
    ['members.value eq "1"', false, 'members.value eq "1"'],
    ['not (emails pr)', 'not (emails pr)', true],
    [
      'userName eq "a" or displayName eq "b"',
      'userName eq "a" or displayName eq "b"',
      'displayName eq "b"',
    ],
    ['id eq "1" and meta.resourceType eq "Group"', false, 'id eq "1"'],
    ['emails[type eq "work"] and id eq "1"', 'emails[type eq "work"] and id eq "1"', false],
    ['urn:ietf:params:scim:schemas:core:2.0:User:title pr', 'title pr', false],
  ])('of users and groups together: %s', (text, ofUsers, ofGroups) => {
    const types = [
      [{ ...USER_TYPE, beside: [GROUP_TYPE] }, ofUsers],
      [{ ...GROUP_TYPE, beside: [USER_TYPE] }, ofGroups],
    ] as const;
    for (const [type, left] of types) {
      const expected = typeof left === 'string' ? parseFilter(left, type) : left;
      expect(settleFilter(parseFilter(text, type), type)).toEqual(expected);
    }
    expect(readProjection(types[1][0], { attributes: ['userName', 'id'] }).only).toHaveLength(2);
  });

  it('say the same when the type has decided its part', () => {
    const decided = fc.constantFrom('meta.resourceType eq "User"', 'members pr', 'members ne "x"');
    const type = { ...USER_TYPE, beside: [GROUP_TYPE] };
    fc.assert(
      fc.property(
        filterText,
        decided,
        fc.constantFrom('and', 'or'),
        resource,
        (text, more, op, one) => {
          const filter = parseFilter(
            `(${text}) ${op} not (${more}) or ${more} and (${text})`,
            type,
          );
          const user = { ...one, meta: { resourceType: 'User' } } as JsonObject;
          const settled = settleFilter(filter, type);
          const holds = typeof settled === 'boolean' ? settled : matches(settled, user);
          expect(holds).toBe(matches(filter, user));
        },
      ),
    );
  });

  it('are read or refused, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.constantFrom('(', ')', '[', ']', '"', '.', ' ', 'eq', 'userName')),
        (a, b) => {
          for (const text of [a, b.join(''), b.join(' ')]) {
            expect([undefined, 'invalidFilter']).toContain(
              refusalOf(() => parseFilter(text, USER_TYPE)),
            );
            expect([undefined, 'invalidPath']).toContain(
              refusalOf(() => parseTarget(text, USER_TYPE)),
            );
          }
        },
      ),
    );
  });

  it('find by their plan all that they match', () => {
    fc.assert(
      fc.property(filterText, resource, (text, given) => {
        const filter = parseFilter(text, USER_TYPE);
        const one = JSON.parse(JSON.stringify(given)) as JsonObject;
        const code = refusalOf(() => planFilter(filter, KEYS));
        fc.pre(code === undefined);
        const plan = planFilter(filter, KEYS);
        const isMatched = matches(filter, one);
        const isFound = isFoundBy(plan, one);
        // Without a filter of the plan nothing is left to be judged.
        const isLeft = plan.kind === 'points' && plan.filter !== undefined;
        expect(isLeft ? isFound || !isMatched : isFound === isMatched).toBe(true);
      }),
    );
  });
});

describe('changes', () => {
  it('leave the given resource, and the prototype of all objects, as they are', () => {
    const before = structuredClone(ADA);
    for (const path of ['__proto__.polluted', 'constructor.prototype.polluted', 'toString'])
      expect(
        refusalOf(() => readPatch(USER_TYPE, { Operations: [{ op: 'add', path, value: 'x' }] })),
      ).toBe('invalidPath');
    const own = JSON.parse('{"Operations":[{"op":"add","value":{"__proto__":{"polluted":1}}}]}');
    expect(refusalOf(() => readPatch(USER_TYPE, own))).toBe('invalidSyntax');
    patched(
      USER_TYPE,
      ADA,
      readPatch(USER_TYPE, { Operations: [{ op: 'remove', path: 'emails' }] }).read,
    );
    expect(ADA).toEqual(before);
    expect({}).not.toHaveProperty('polluted');
  });

  it('replace twice as they replace once', () => {
    const path = fc.constantFrom(
      'title',
      'name.givenName',
      'emails[type eq "work"].value',
      'active',
    );
    fc.assert(
      fc.property(path, fc.constantFrom('x', 'True', 'False'), (at, value) => {
        fc.pre(at !== 'active' || value !== 'x');
        const body = { Operations: [{ op: 'Replace', path: at, value }] };
        const once = patched(USER_TYPE, ADA, readPatch(USER_TYPE, body).read);
        expect(patched(USER_TYPE, once, readPatch(USER_TYPE, body).read)).toEqual(once);
      }),
    );
  });

  it('read what they show', () => {
    fc.assert(
      fc.property(resource, (given) => {
        const read = user(JSON.parse(JSON.stringify(given)));
        expect(user(project(USER_TYPE, read))).toEqual(read);
      }),
    );
  });

  it('are refused with a word of SCIM, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom('title', 'emails', 'name', 'active'),
        (value, path) => {
          for (const body of [value, { userName: 'x', [path]: value }])
            expect(typeof (refusalOf(() => user(body)) ?? '')).toBe('string');
          const operations = [{ op: 'add', path, value }, value];
          for (const one of operations)
            expect(
              typeof (refusalOf(() => readPatch(USER_TYPE, { Operations: [one] })) ?? ''),
            ).toBe('string');
        },
      ),
    );
  });
});

describe('members', () => {
  const edits = (...Operations: object[]) =>
    memberEdits(readPatch(GROUP_TYPE, { Operations }).read);
  const ids = fc.subarray(['a', 'b', 'c', 'd']);
  const operation = fc.oneof(
    fc.tuple(fc.constantFrom('add', 'remove', 'replace'), ids).map(([op, all]) => ({
      op,
      path: 'members',
      value: all.map((value) => ({ value })),
    })),
    fc.constant({ op: 'remove', path: 'members' }),
    fc.constantFrom('a', 'b').map((id) => ({ op: 'Remove', path: `members[value eq "${id}"]` })),
  );

  /** The same one operation after the other. */
  const stepwise = (present: readonly string[], operations: readonly object[]) =>
    operations.reduce<Set<string>>((members, one) => {
      const { replaces, added, removed } = edits(one);
      const next = replaces ? new Set<string>() : new Set(members);
      added.forEach((id) => next.add(id));
      removed.forEach((id) => next.delete(id));
      return next;
    }, new Set(present));

  it('come to the same in one step as one after the other', () => {
    fc.assert(
      fc.property(
        ids,
        fc.array(operation, { minLength: 1, maxLength: 6 }),
        (present, operations) => {
          const { replaces, added, removed } = edits(...operations);
          const members = new Set([...(replaces ? [] : present), ...added]);
          removed.forEach((id) => members.delete(id));
          expect([...members].sort()).toEqual([...stepwise(present, operations)].sort());
        },
      ),
    );
  });

  it.each([
    [{ op: 'add', path: 'members', value: [{ value: 'g', type: 'Group' }] }, 'invalidValue'],
    [{ op: 'add', path: 'members', value: [{}] }, 'invalidValue'],
    [{ op: 'replace', path: 'members[value eq "a"]', value: {} }, 'invalidPath'],
    [{ op: 'remove', path: 'members[display eq "a"]' }, 'invalidFilter'],
    [{ op: 'remove', path: 'members.value' }, 'invalidPath'],
  ])('are not changed by %j', (one, code) => {
    expect(refusalOf(() => edits(one))).toBe(code);
  });
});

describe('projections', () => {
  const shown = (attributes: object) =>
    project(USER_TYPE, ADA, readProjection(USER_TYPE, attributes));

  it.each([
    [{ attributes: 'userName' }, { userName: 'Ada' }],
    [{ attributes: 'EMAILS.value' }, { emails: [{ value: 'ada@work' }, { value: 'ada@home' }] }],
    [{ attributes: 'nickName,schemas' }, {}],
    [{ excludedAttributes: 'emails,title,active' }, { userName: 'Ada' }],
  ])('%j', (attributes, expected) => {
    expect(shown(attributes)).toEqual({ schemas: [USER_TYPE.schema.id], ...expected });
  });
});
