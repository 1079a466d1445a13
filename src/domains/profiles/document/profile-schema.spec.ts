import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { aForeignProfile, aProfile } from '#test/support/factories/a-profile.js';
import { validateShape } from '../../../api/validation/validate-shape.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { loadConfig } from '../../../platform/config/config.js';
import { defaultProfile } from '../default-profile.js';
import { leavesOf } from './leaves.js';
import { ProfileDocument } from './profile-document.dto.js';
import { PROFILE_VOCABULARY, profileGroups, profileSchema } from './profile-schema.js';
import { maskSecrets } from './profile-secrets.js';

const schema = profileSchema();
const ajv = new Ajv2020({ strict: true, allErrors: true });
ajv.addVocabulary([...PROFILE_VOCABULARY, ...profileGroups()]);
const judge = ajv.compile(schema);

const isAllowedHere = (profile: JsonValue): boolean =>
  validateShape(ProfileDocument, profile).kind === 'valid';

/** Every place of a profile with all fields, lists and maps entered once. */
const PLACES = leavesOf(aProfile('x')).map(({ path }) => path);
const GROUPS = [
  ...new Set(PLACES.flatMap((path) => path.map((_, end) => path.slice(0, end + 1)))),
].filter((path, at, all) => all.findIndex((one) => one.join() === path.join()) === at);

function withValue(object: JsonObject, [key = '', ...rest]: readonly string[], value: JsonValue) {
  const copy: JsonObject = { ...object };
  const below = copy[key];
  copy[key] = rest.length === 0 ? value : withValue((below ?? {}) as JsonObject, rest, value);
  return copy;
}

/** Near misses of every kind: bounds, other types, shapes within shapes. */
const anyValue: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, false, '', 'text', [], {}, [null], [{}], [1], ['a']),
  fc.constantFrom<JsonValue>(-1, 0, 0.5, 1e3, 65_535, 65_536, 86_401, 2 ** 31 - 1, 2 ** 31, 1e300),
  fc.constantFrom<JsonValue>('trap', 'inform', 'a b', 'a/b', ' a', '\n', 'x=1', '{}', '1'),
  fc
    .constantFrom(32, 64, 128, 260, 1024, 4096, 8192, 16_384)
    .chain((length) =>
      fc.constantFrom('x'.repeat(length), 'x'.repeat(length + 1), '😀'.repeat(length % 1000)),
    ),
  fc.constantFrom<JsonValue>(...[999, 1000, 1001].map((length) => Array<string>(length).fill('a'))),
  fc.string({ unit: 'grapheme-ascii', maxLength: 8 }),
  fc.jsonValue({ maxDepth: 3 }).map((value) => value as JsonValue),
  fc.constantFrom<JsonValue>(
    { ip: '192.0.2.1', type: 'other' },
    [{ type: 'trap' }, { type: 'other' }],
    [{ provenance: 'local', group: 1 }],
    { '@a': { enabled: 1 } },
    { '@a': { credentials: { token: null } }, constructor: {} },
  ),
);
const changedProfile = fc
  .array(fc.tuple(fc.constantFrom(...GROUPS), anyValue), { maxLength: 3 })
  .map((changes) =>
    changes.reduce<JsonObject>((profile, [path, value]) => {
      const parent = path.slice(0, -1);
      const holder = parent.reduce<JsonValue | undefined>(
        (at, key) => (typeof at === 'object' && at && !Array.isArray(at) ? at[key] : undefined),
        profile,
      );
      const isThere = typeof holder === 'object' && holder !== null && !Array.isArray(holder);
      return isThere ? withValue(profile, path, value) : profile;
    }, aProfile('x')),
  );

/** The schema and every schema in it. */
function schemasIn(value: JsonValue | undefined): readonly JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(schemasIn);
  if (!isJsonObject(value)) return [];
  return [value, ...Object.values(value).flatMap(schemasIn)];
}

const NUMBER = ['minimum', 'maximum'];
const BOUNDS = { string: ['maxLength'], integer: NUMBER, number: NUMBER, array: ['maxItems'] };

function isBounded(one: JsonObject): boolean {
  const types = [one['type'] ?? []].flat();
  const words = Object.entries(BOUNDS).flatMap(([type, needed]) =>
    types.includes(type) ? needed : [],
  );
  return 'enum' in one || words.every((word) => word in one);
}

describe('the schema of profiles', () => {
  it('is JSON Schema 2020-12 that a strict validator compiles, its words declared', () => {
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      required: ['id'],
      additionalProperties: true,
    });
    expect(Object.keys(schema['$defs'] as JsonObject).length).toBeGreaterThan(20);
    expect(JSON.stringify(schema)).not.toContain('components');
  });

  it('has the shape of the profile, but for the two words that JSON Schema has for itself', () => {
    const fields = Object.keys(aProfile('x'));
    const groups = fields.filter((field) => field !== 'id' && field !== 'description');
    expect(profileGroups()).toEqual(groups);
    for (const group of groups) expect(schema[group]).toEqual({ $ref: `#/properties/${group}` });
    expect(Object.keys(schema['properties'] as JsonObject)).toEqual(fields);
    expect(schema).not.toHaveProperty('id');
    expect(schema).not.toHaveProperty('description');
  });

  it('bounds every text, number and list', () => {
    expect(schemasIn(schema).filter((one) => !isBounded(one))).toEqual([]);
  });

  it('says what each setting does, and which are secrets', () => {
    const definitions = schema['$defs'] as Record<string, { properties: JsonObject }>;
    expect(definitions['ProfileLoggerProps']?.properties['log_level']).toMatchObject({
      'x-effect': 'applied',
    });
    expect(definitions['ProfileHttpServer']?.properties['port']).toMatchObject({
      type: 'integer',
      minimum: 0,
      maximum: 65_535,
      'x-effect': 'restart',
    });
    expect(definitions['ProfileRepositoryCredentials']?.properties['token']).toMatchObject({
      'x-effect': 'applied',
      'x-secret': true,
    });
    const secrets = Object.values(definitions).flatMap(({ properties }) =>
      Object.entries(properties).filter(([, value]) => 'x-secret' in (value as object)),
    );
    expect(secrets.map(([name]) => name).toSorted()).toEqual([
      'community',
      'passphrase',
      'password',
      'password',
      'secret',
      'token',
    ]);
  });

  it.each([
    ['with every field', aProfile('x')],
    ['of another platform', aForeignProfile('x')],
    ['of a new platform', defaultProfile(loadConfig({}))],
    ['with no more than a name', { id: 'x' }],
  ])('accepts a profile %s, also as it is shown', (_, profile) => {
    for (const one of [profile, maskSecrets(profile)]) {
      expect([isAllowedHere(one), judge(one), judge.errors]).toEqual([true, true, null]);
    }
  });

  it('accepts what our validation accepts, and nothing else', () => {
    let accepted = 0;
    fc.assert(
      fc.property(changedProfile, (profile) => {
        const isAllowed = isAllowedHere(profile);
        accepted += isAllowed ? 1 : 0;
        expect(judge(profile)).toBe(isAllowed);
      }),
      { numRuns: 300 },
    );
    // Both outcomes were tried.
    expect(accepted).toBeGreaterThan(20);
    expect(accepted).toBeLessThan(280);
  });

  it('agrees with our validation at each place, for each kind of value', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        for (const path of GROUPS) {
          const profile = withValue(aProfile('x'), path, value);
          expect([path, judge(profile)]).toEqual([path, isAllowedHere(profile)]);
        }
      }),
      { numRuns: 8 },
    );
  });

  it('agrees with our validation on values that are no profile at all', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(judge(value)).toBe(isAllowedHere(value as JsonValue));
      }),
    );
  });
});
