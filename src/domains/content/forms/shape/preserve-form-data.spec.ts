import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/json.js';
import { preserveFormData } from './preserve-form-data.js';

const FORM = {
  _id: 'f1',
  name: 'Port Form',
  children: [
    { id: 'c1', type: 'text', name: 'Port', properties: { type: 'leaf', prefix: 'p' } },
    { id: 'c2', type: 'list', name: 'Vlans', options: ['a'], properties: { type: 'list' } },
  ],
  elements: [{ type: 'input', id: { name: 'port' } }],
  groups: ['core'],
};
const BY_FIELDS: JsonObject = {
  name: 'Fields',
  children: [
    { name: 'vlans', yangkey: 'vlan', key: 'create.vlans', properties: { type: 'list' } },
    { name: 'device', properties: { type: 'container' } },
    { name: 'tags', properties: { type: 'leaf-list' } },
    { name: 'label', properties: { type: 'leaf' } },
    {
      name: 'group',
      properties: { type: 'list' },
      children: [{ name: 'in', properties: { type: 'list' } }],
    },
  ],
};

describe('preserveFormData', () => {
  it('sorts an object with integer keys back into the list that the form has', () => {
    const [first, second] = FORM.children;
    const data = { ...FORM, children: { '10': { id: 'new' }, '1': second, '0': first } } as never;
    expect(preserveFormData(FORM, data)).toEqual({
      ...FORM,
      children: [first, second, { id: 'new' }],
    });
  });

  it.each(['children', 'elements', 'groups'])('puts %s back that arrive as {"0": …}', (key) => {
    const list = FORM[key as 'groups'];
    expect(preserveFormData(FORM, { ...FORM, [key]: Object.fromEntries(list.entries()) })).toEqual(
      FORM,
    );
  });

  it('knows the lists of a form document where the stored one lacks them', () => {
    const data = { children: { '0': { properties: [{ type: 'leaf' }] } }, groups: {} };
    expect(preserveFormData({ name: 'Empty' }, data)).toEqual({
      children: [{ properties: { type: 'leaf' } }],
      groups: [],
    });
  });

  it('wraps what was the only item of a list', () => {
    const data = { ...FORM, elements: FORM.elements[0], groups: 'core' } as never;
    expect(preserveFormData(FORM, data)).toEqual(FORM);
  });

  it('unwraps a container however often it was wrapped', () => {
    const data = { children: [[{ id: 'c1', properties: [[{ type: 'leaf' }]] }]] };
    expect(preserveFormData(FORM, data)).toEqual({
      children: [{ id: 'c1', properties: { type: 'leaf' } }],
    });
  });

  it('turns an empty object into the empty list, and the empty list into the empty object', () => {
    expect(preserveFormData({ a: [1], b: { c: 1 } }, { a: {}, b: [] })).toEqual({ a: [], b: {} });
  });

  it('turns a list back into an object with integer keys, where the form has such', () => {
    const form = { a: { '0': 'x', '1': 'y' } };
    expect(preserveFormData(form, { a: ['p', 'q', 'r'] })).toEqual({
      a: { '0': 'p', '1': 'q', '2': 'r' },
    });
    expect(preserveFormData(form, { a: [{ '0': 'p' }] })).toEqual({ a: { '0': 'p' } });
  });

  it('finds the item of the form by what tells it apart, wherever it stands', () => {
    const data = {
      children: [
        { id: 'c2', options: 'b' },
        { id: 'c1', options: 'stays' },
      ],
    };
    expect(preserveFormData(FORM, data)).toEqual({
      children: [
        { id: 'c2', options: ['b'] },
        { id: 'c1', options: 'stays' },
      ],
    });
  });

  it('leaves alone what fits no container of the form, and null', () => {
    const data = { children: null, name: { '0': 'x' }, unknown: { '0': [1] }, _id: ['x'] };
    expect(preserveFormData(FORM, data)).toEqual(data);
    expect(preserveFormData({ a: { b: 1 } }, { a: [1, 2] })).toEqual({ a: [1, 2] });
  });

  it('leaves integer keys alone that are none as lists count', () => {
    const odd = { '00': 1, '-1': 2, '1e3': 3 };
    expect(preserveFormData(FORM, { groups: odd })).toEqual({ groups: [odd] });
  });

  describe('for answers under the names of the fields', () => {
    it('goes by what the fields declare', () => {
      const data = {
        vlans: { '0': 1, '1': 2 },
        vlan: { id: 7 },
        create: { vlans: 'only', other: { '0': 1 } },
        device: [{ name: 'r1' }],
        tags: 'core',
        label: { '0': 'x' },
      };
      expect(preserveFormData(BY_FIELDS, data)).toEqual({
        vlans: [1, 2],
        vlan: [{ id: 7 }],
        create: { vlans: ['only'], other: { '0': 1 } },
        device: { name: 'r1' },
        tags: ['core'],
        label: { '0': 'x' },
      });
    });

    it('looks into the items of a declared list', () => {
      const data = { group: { '0': { in: {} }, '1': [{ in: { '0': 'a' } }] } };
      expect(preserveFormData(BY_FIELDS, data)).toEqual({ group: [{ in: [] }, { in: ['a'] }] });
    });
  });

  it('keeps a key named __proto__ as data, and changes no prototype', () => {
    const data = JSON.parse('{"groups":{"0":{"__proto__":{"polluted":[1]}}}}') as JsonObject;
    const restored = preserveFormData(FORM, data);
    expect(JSON.stringify(restored)).toBe('{"groups":[{"__proto__":{"polluted":[1]}}]}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('follows 1,000 levels', () => {
    const nest = (inner: JsonValue, around: (value: JsonValue) => JsonValue): JsonValue => {
      let value = inner;
      for (let level = 0; level < 500; level += 1) value = around(value);
      return value;
    };
    const form = { a: nest(['x'], (value) => ({ l: [value] })) };
    const data = { a: nest('x', (value) => ({ l: { '0': value } })) };
    expect(JSON.stringify(preserveFormData(form, data))).toBe(JSON.stringify(form));
  });

  describe('whatever the form and the data are', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'toString', 'properties');
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean());
    const { stored } = fc.letrec<{ stored: JsonObject; value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        leaf,
        tie('stored'),
        fc.array(fc.oneof(leaf, tie('stored')), { maxLength: 3 }),
      ),
      stored: fc.dictionary(key, tie('value'), {
        minKeys: 1,
        maxKeys: 4,
      }),
    }));
    const form = fc.record(
      {
        name: fc.string(),
        children: fc.array(
          fc
            .tuple(stored, fc.record({ id: fc.string(), name: fc.string() }))
            .map(([more, own]) => ({ ...more, ...own })),
          { maxLength: 4 },
        ),
        elements: fc.array(fc.record({ type: fc.string(), id: fc.record({ name: fc.string() }) }), {
          maxLength: 3,
        }),
        groups: fc.array(fc.string(), { maxLength: 3 }),
        more: stored,
      },
      { requiredKeys: ['name'] },
    ) as fc.Arbitrary<JsonObject>;
    const anything = fc.dictionary(
      fc.oneof(key, fc.constantFrom('children', 'elements', 'groups', 'more', '0', '1', '7')),
      fc.jsonValue({ maxDepth: 4 }),
    ) as fc.Arbitrary<JsonObject>;
    const choices = fc.array(fc.nat(2), { minLength: 1, maxLength: 40 });

    it('gives back the form when its containers were broken in the known ways', () => {
      fc.assert(
        fc.property(form, choices, (original, script) => {
          expect(preserveFormData(original, broken(original, script))).toEqual(original);
        }),
        { numRuns: 1000 },
      );
    });

    it('does in one run what it does in two', () => {
      // An object that became a list within a list, and is empty.
      const nested = { children: [[[]]] };
      const stored = { name: '', children: [{ a: 1, id: '', name: '' }] };
      expect(preserveFormData(stored, nested)).toEqual({ children: [{}] });
      fc.assert(
        fc.property(form, fc.oneof(form, anything), choices, (original, data, script) => {
          const once = preserveFormData(original, broken(data, script));
          expect(preserveFormData(original, once)).toEqual(once);
        }),
        { numRuns: 1000 },
      );
    });

    it('loses neither a value nor a key that is none of a list', () => {
      fc.assert(
        fc.property(form, anything, (original, data) => {
          const restored = preserveFormData(original, data);
          expect(held(restored)).toEqual(held(data));
        }),
        { numRuns: 1000 },
      );
    });

    it('does not touch its input', () => {
      fc.assert(
        fc.property(form, anything, (original, data) => {
          const before = JSON.stringify([original, data]);
          preserveFormData(original, data);
          expect(JSON.stringify([original, data])).toBe(before);
        }),
      );
    });
  });
});

/** The document with its containers broken as the script says, in the ways that occur. */
function broken(document: JsonObject, script: readonly number[]): JsonObject {
  let at = 0;
  const next = (): number => script[(at += 1) % script.length] ?? 0;
  const object = (value: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(value).map(([key, one]) => [key, any(one)]));
  const any = (value: JsonValue): JsonValue => {
    const choice = next();
    if (Array.isArray(value)) return list(value, choice);
    if (!isJsonObject(value)) return value;
    return choice === 1 ? [object(value)] : object(value);
  };
  const list = (value: JsonValue[], choice: number): JsonValue => {
    const items = value.map(any);
    if (choice === 1) return Object.fromEntries(items.entries());
    const [only] = items;
    return choice === 2 && items.length === 1 && only !== undefined ? only : items;
  };
  return object(document);
}

/** Everything that is no container, and every key that no list could have. */
function held(value: JsonValue): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(held).sort();
  if (!isJsonObject(value)) return [JSON.stringify(value)];
  const keys = Object.keys(value).filter((key) => !/^\d+$/.test(key));
  return [...keys.map((key) => `key ${key}`), ...Object.values(value).flatMap(held)].sort();
}
