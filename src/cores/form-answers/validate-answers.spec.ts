import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { readBindings } from './form-bindings.js';
import { schemaHash } from './schema-hash.js';
import { validateAnswers } from './validate-answers.js';

const REAL = new URL('../../../../shared/data/forms/', import.meta.url);

const errorsOf = async (form: JsonObject, answers: JsonValue) =>
  (await validateAnswers(form, answers)).errors;
const ofFields = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  schema: { type: 'object', properties, ...more },
});

describe('validateAnswers', () => {
  it('points to every answer that breaks a rule of the schema', async () => {
    const form = ofFields(
      {
        name: { type: 'string', pattern: '^[a-z]*$', maxLength: 3 },
        vlan: { type: 'number', minimum: 100, maximum: 300 },
        mode: { type: 'string', enum: ['access', 'trunk'], enumNames: ['A', 'T'] },
        address: { type: 'string', format: 'ipv4' },
        rules: { type: 'array', items: { type: 'object', required: ['port'], properties: {} } },
      },
      { required: ['name', 'owner'] },
    );
    const answers = { name: 'ABCD', vlan: 99, mode: 'x', address: '1.2.3', rules: [{}] };
    expect((await errorsOf(form, answers)).map(({ pointer }) => pointer).sort()).toEqual([
      '#/address',
      '#/mode',
      '#/name',
      '#/name',
      '#/owner',
      '#/rules/0/port',
      '#/vlan',
    ]);
  });

  describe('fields that depend on others', () => {
    const dependent = ofFields(
      { card: { type: 'string' }, pay: { type: 'string', enum: ['card', 'cash'] } },
      {
        dependencies: {
          pay: {
            oneOf: [
              { properties: { pay: { enum: ['cash'] } } },
              {
                properties: { pay: { enum: ['card'] }, number: { type: 'string', minLength: 4 } },
                required: ['number'],
              },
            ],
          },
        },
      },
    );

    it('are asked for by one alternative and not by another', async () => {
      expect(await errorsOf(dependent, { pay: 'cash' })).toEqual([]);
      expect(await errorsOf(dependent, {})).toEqual([]);
      expect(await errorsOf(dependent, { pay: 'card' })).not.toEqual([]);
      expect(await errorsOf(dependent, { pay: 'card', number: '1234' })).toEqual([]);
    });

    it('are asked for by the presence of another', async () => {
      const form = ofFields({}, { dependencies: { a: ['b'] }, dependentRequired: { c: ['d'] } });
      expect(await errorsOf(form, { a: 1, c: 1 })).toHaveLength(2);
      expect(await errorsOf(form, { a: 1, b: 1, c: 1, d: 1 })).toEqual([]);
    });

    it('are asked for by a condition, and take their defaults then', async () => {
      const form = ofFields(
        { kind: { type: 'string', default: 'x' } },
        {
          if: { properties: { kind: { const: 'x' } }, required: ['kind'] },
          then: { properties: { extra: { type: 'number', default: 5 } }, required: ['extra'] },
          else: { required: ['other'] },
        },
      );
      expect(await validateAnswers(form, {})).toMatchObject({
        valid: true,
        answers: { kind: 'x', extra: 5 },
      });
      expect(await errorsOf(form, { kind: 'y' })).toMatchObject([
        { pointer: '#/other' },
        { pointer: '#' },
      ]);
    });
  });

  it('completes answers by defaults, and asks for groups that nobody has filled in', async () => {
    const group = (fields: JsonObject, required: string[]): JsonObject => ({
      type: 'object',
      properties: fields,
      required,
    });
    const form = ofFields({
      a: group({ x: { type: 'number', default: 1 } }, []),
      b: group({ y: { type: 'string' } }, ['y']),
      c: group({ z: { type: 'string' } }, []),
    });
    expect(await validateAnswers(form, {})).toMatchObject({
      valid: false,
      errors: [{ pointer: '#/b/y', detail: 'is required' }],
      answers: { a: { x: 1 }, b: {} },
    });
    expect((await validateAnswers(form, { a: { x: 2 }, b: { y: '' } })).answers).toEqual({
      a: { x: 2 },
      b: { y: '' },
    });
  });

  it('takes the rules of struct where the schema says nothing', async () => {
    const form = {
      struct: {
        type: 'object',
        items: [
          { type: 'string', title: 'Host name', required: true, pattern: '^h' },
          { type: 'number', title: 'Port', minimum: 1, customKey: false },
          { type: 'string', customKey: 'mode', enum: [{ id: 'i', label: 'A', value: 'a' }] },
          { type: 'string', title: 'Zones', uniqueItems: true, enum: ['x', 'y'] },
          { type: 'boolean', title: 'On', enum: [{ value: true }, { value: false }] },
          {
            type: 'array',
            title: 'Rules',
            items: [{ type: 'string', title: 'Source IP', required: true }],
          },
          { type: 'object', title: 'Group', items: [{ type: 'integer', title: 'Deep' }] },
          { title: '...' },
        ],
      },
    };
    const wrong = {
      hostName: 'x',
      port: 0,
      mode: 'b',
      zones: ['x', 'x'],
      on: 'yes',
      rules: [{}],
      group: { deep: 1.5 },
    };
    expect((await errorsOf(form, wrong)).map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining([
        '#/hostName',
        '#/port',
        '#/mode',
        '#/zones',
        '#/on',
        '#/rules/0/sourceIp',
        '#/group/deep',
      ]),
    );
    const right = { hostName: 'h', port: 1, mode: 'a', zones: ['y'], on: true, rules: [] };
    expect(await errorsOf(form, right)).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ['a tree of fields', { a: { b: { minLength: 3 } }, list: { items: { c: { maximum: 1 } } } }],
    [
      'a schema',
      {
        properties: {
          a: { properties: { b: { minLength: 3 } } },
          list: { items: { properties: { c: { maximum: 1 } } } },
        },
      },
    ],
  ])('adds the rules of a validation schema that is %s', async (_, validationSchema) => {
    const form = {
      ...ofFields({
        a: { type: 'object', properties: { b: { type: 'string' } } },
        list: { type: 'array', items: { type: 'object', properties: { c: { type: 'number' } } } },
      }),
      validationSchema,
    };
    expect(await errorsOf(form, { a: { b: 'xx' }, list: [{ c: 2 }] })).toMatchObject([
      { pointer: '#/a/b' },
      { pointer: '#/list/0/c' },
    ]);
    expect(await errorsOf(form, { a: { b: 'xxx' }, list: [{ c: 1 }] })).toEqual([]);
  });

  it('leaves the choices open that a call fills in, and says so', async () => {
    const link = { 'binding:hyperSchema': { base: '/x', links: [{ href: '/y' }] } };
    const form = {
      ...ofFields({
        one: { type: 'string', enum: ['stale'] },
        many: { type: 'array', items: { type: 'string', enum: [] } },
      }),
      bindingSchema: {
        properties: {
          one: link,
          many: { ...link, 'binding:target': { propertyPointer: '/items/enum' } },
        },
      },
    };
    const verdict = await validateAnswers(form, { one: 'new', many: ['a'] });
    expect(verdict).toMatchObject({ valid: true, errors: [] });
    expect(verdict.unchecked.map(({ pointer }) => pointer)).toEqual(['#/one', '#/many']);
    expect(await errorsOf(form, { one: 5 })).toHaveLength(1);
  });

  it('reads as many patterns as take no time, and names the others', async () => {
    const fields = Array.from({ length: 100 }, (_, at) => [`a${at}`, { pattern: `b{900}${at}` }]);
    const form = ofFields(Object.fromEntries(fields) as JsonObject);
    const { errors, unchecked } = await validateAnswers(form, { a0: 'x', a99: 'x' });
    expect(errors.map(({ pointer }) => pointer)).toEqual(['#/a0']);
    expect(unchecked).toContainEqual({
      pointer: '#/a99',
      detail: 'has a pattern that is not checked: the form has too many of them',
    });
  });

  it('runs patterns as JavaScript reads them, and names one that it does not know', async () => {
    const slow = ofFields({ a: { pattern: '^(x+x+)+y$' } });
    expect(await errorsOf(slow, { a: 'x'.repeat(50_000) })).toHaveLength(1);
    const looking = ofFields({ a: { type: 'string', pattern: '^(?=.*[0-9]).{3,}$' } });
    expect(await errorsOf(looking, { a: 'x' })).toHaveLength(1);
    expect(await errorsOf(looking, { a: 'x12' })).toEqual([]);
    const unknown = ofFields({ a: { type: 'string', pattern: '(?i)x' } });
    const verdict = await validateAnswers(unknown, { a: 'x' });
    expect(verdict.valid).toBe(true);
    expect(verdict.unchecked).toMatchObject([{ pointer: '#/a' }]);
  });

  it('overlooks what editors leave behind without a value', async () => {
    const form = ofFields(
      {
        a: { type: 'string', minLength: '', maximum: null, title: null, enum: [], required: true },
      },
      { required: true as unknown as JsonValue },
    );
    expect(await errorsOf(form, { a: 'x' })).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ['itself', { $ref: '#' }],
    ['nothing', { $ref: '#/definitions/none' }],
    ['itself, several times', { properties: { a: { allOf: [{ $ref: '#' }, { $ref: '#' }] } } }],
  ])('refuses answers to a form that refers to %s', async (_, schema) => {
    let answers: JsonValue = {};
    for (let depth = 0; depth < 60; depth += 1) answers = { a: answers };
    expect(await errorsOf({ schema }, answers)).toHaveLength(1);
  });

  it('follows references that come back to a list of the same kind', async () => {
    const tree = {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string' },
        child: { $ref: '#/definitions/tree' },
        children: { type: 'array', items: { $ref: '#/definitions/tree' } },
      },
    };
    const form = { schema: { $ref: '#/definitions/tree', definitions: { tree } } };
    expect(await errorsOf(form, { name: 'a', children: [{ name: 'b' }, {}] })).toEqual([
      { pointer: '#/children/1/name', detail: 'is required' },
    ]);
  });

  it('takes inherited names for names', async () => {
    const form = ofFields({ constructor: { type: 'string' } }, { required: ['toString'] });
    expect(await errorsOf(form, {})).toEqual([{ pointer: '#/toString', detail: 'is required' }]);
  });

  it('checks a form of 5,000 fields', async () => {
    const names = Array.from({ length: 5000 }, (_, at) => `field${String(at)}`);
    const form = ofFields(
      Object.fromEntries(names.map((name) => [name, { type: 'string', title: name, enum: ['a'] }])),
      { required: names },
    );
    const answers = Object.fromEntries(names.map((name) => [name, 'a']));
    expect(await errorsOf(form, answers)).toEqual([]);
    expect(await errorsOf(form, { ...answers, field4999: 'b' })).toHaveLength(1);
  });

  it('never throws, whatever form and answers are', async () => {
    const word = fc.constantFrom(
      ...['type', 'properties', 'items', 'enum', 'required', 'allOf', 'if', 'then', 'pattern'],
      ...['$ref', 'string', 'object', '#', '(', 'dependencies', 'struct', 'minimum', '__proto__'],
    );
    const { any } = fc.letrec<{ any: JsonValue }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 5 },
        fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null), fc.string()),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(word, tie('any'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    const form = fc.record({
      schema: any,
      struct: any,
      bindingSchema: any,
      validationSchema: any,
    });
    await fc.assert(
      fc.asyncProperty(form, any, async (one, answers) => {
        const { valid, errors } = await validateAnswers(one, answers);
        expect(valid).toBe(errors.length === 0);
      }),
    );
  });

  // Skipped where the real documents are not beside the project.
  const withReal = existsSync(REAL) ? describe : describe.skip;
  withReal('on real forms', () => {
    const read = (name: string): JsonObject =>
      JSON.parse(readFileSync(new URL(name, REAL), 'utf8')) as JsonObject;
    const names = existsSync(REAL) ? readdirSync(REAL) : [];

    it.each(names)('judges answers to %s', async (name) => {
      const { errors, unchecked } = await validateAnswers(read(name), {});
      expect(unchecked.every(({ detail }) => detail.startsWith('has choices'))).toBe(true);
      expect(errors.every(({ detail }) => detail === 'is required')).toBe(true);
    });

    it('asks for the fields of groups as the console does', async () => {
      const form = read('TestJsonForm.json');
      const group = 'fiveThreeQuestionsToCrossTheBridgeOfDeath';
      expect((await errorsOf(form, {})).map(({ pointer }) => pointer)).toEqual([
        `#/${group}/doYouWishToCrossTheBridgeOfDeath`,
        `#/${group}/ifYes/whatIsYourName`,
        `#/${group}/ifYes/whatIsYourQuest`,
      ]);
    });

    it('computes the hash that a real trigger carries', () => {
      const trigger = readFileSync(
        new URL(
          '../automations/bundles__automations__Device_Onboarding_-_Kentik_-_Example.json',
          REAL,
        ),
        'utf8',
      );
      expect(trigger).toContain(schemaHash(read('Device_Onboarding_-_Kentik_-_Example.json')));
    });

    it('finds every binding', () => {
      const found = names.map((name) => [name, readBindings(read(name)).length]);
      expect(Object.fromEntries(found)).toMatchObject({
        'Create_Network_and_Claim_Devices_-_Reset.json': 3,
        'Device_Onboarding_-_Kentik_-_Example.json': 5,
      });
    });
  });
});
