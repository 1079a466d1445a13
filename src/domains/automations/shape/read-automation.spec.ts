import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { withAdapters } from './adapter-map.js';
import { withoutProject } from './project-prefix.js';
import { readAutomation } from './read-automation.js';

const faults = async (document: JsonValue) => {
  const reading = await readAutomation(document);
  return reading.kind === 'refused'
    ? reading.faults.map(({ pointer, detail }) => `${pointer} ${detail}`)
    : [];
};

describe('readAutomation', () => {
  it('finds what the platform looks for, and leaves the rest', async () => {
    const trigger = { name: 'Call', type: 'endpoint', routeName: 'My-Route', other: {} };
    const reading = await readAutomation({
      name: 'One',
      componentName: '@p: Flow',
      componentType: 'workflows',
      gbac: { read: ['g'], write: [{ provenance: 'local', name: 'h' }] },
      triggers: [trigger, { name: 'Form', type: 'manual', formId: '@p: My Form' }],
    });
    expect(reading).toMatchObject({
      kind: 'read',
      automation: {
        name: 'One',
        component: { type: 'workflows', name: '@p: Flow', id: '' },
        gbac: { read: ['g'], write: [{ provenance: 'local', name: 'h' }] },
        triggers: [
          { document: trigger, facts: { route: 'my-route', enabled: true } },
          { facts: { form: 'my form' } },
        ],
      },
    });
  });

  it.each<[JsonValue, readonly string[]]>([
    [null, ['# must be an object']],
    [[], ['# must be an object']],
    [{}, ['#/name is required']],
    [{ name: 7 }, ['#/name must be text']],
    [{ name: 'x', triggers: {} }, ['#/triggers must be a list']],
    [{ name: 'x', triggers: [1] }, ['#/triggers/0 must be an object']],
    [{ name: 'x', gbac: [] }, ['#/gbac must be an object']],
    [
      {
        name: 'x',
        triggers: [
          { name: 'a', type: 'endpoint', routeName: 'r' },
          { name: 'b', type: 'endpoint', routeName: 'R' },
        ],
      },
      ['#/triggers/1/routeName is the route of another trigger'],
    ],
    [
      { name: 'x', triggers: [{ name: 'a', type: 'endpoint', routeName: 'r', schema: 3 }] },
      ['#/triggers/0/schema must be a JSON Schema'],
    ],
    [
      { name: 'x', triggers: [{ name: 'a', type: 'manual', actionType: 'other' }] },
      ['#/triggers/0/actionType must be one of automations'],
    ],
  ])('tells what is wrong with %j', async (document, expected) => {
    expect(await faults(document)).toEqual(expected);
  });

  it('answers, whatever it is given', async () => {
    const trigger = fc.record(
      {
        name: fc.jsonValue(),
        type: fc.constantFrom('manual', 'endpoint', 'schedule', 'eventSystem', 7),
        routeName: fc.jsonValue(),
        schema: fc.jsonValue(),
        cron: fc.string(),
      },
      { requiredKeys: [] },
    );
    const automation = fc.record(
      { name: fc.jsonValue(), gbac: fc.jsonValue(), triggers: fc.array(trigger) },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(automation, async (document) => {
        const { kind } = await readAutomation(document as JsonObject);
        expect(['read', 'refused']).toContain(kind);
      }),
    );
  });
});

describe('withAdapters', () => {
  const map = new Map([['old', 'new']]);

  it('changes the keys that name adapters, wherever they are, and nothing else', () => {
    const given = {
      adapterId: 'old',
      name: 'old',
      list: ['old', { adapter_id: 'old', source: 'other' }],
      source: { adapterId: 'old' },
    };
    expect(withAdapters(given, map)).toEqual({
      adapterId: 'new',
      name: 'old',
      list: ['old', { adapter_id: 'new', source: 'other' }],
      source: { adapterId: 'new' },
    });
  });

  it('keeps every document without such keys as it is, and changes none that it is given', () => {
    const objects = fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue());
    fc.assert(
      fc.property(objects, (document) => {
        const before = structuredClone(document);
        expect(withAdapters(document as JsonObject, map)).toEqual(before);
        expect(document).toEqual(before);
      }),
    );
  });
});

describe('withoutProject', () => {
  it.each([
    ['@66d02d8221161b4df2717495: Flow', 'Flow'],
    ['Flow', 'Flow'],
    ['@ : Flow', '@ : Flow'],
    ['a@b: Flow', 'a@b: Flow'],
  ])('%s', (name, bare) => {
    expect(withoutProject(name)).toBe(bare);
  });
});
