import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type JsonObject, type JsonValue } from '#kernel/json.js';
import { type Finding, findDocuments } from './find-documents.js';

const DOCUMENTS: Readonly<Record<string, JsonObject>> = {
  workflow: { name: 'W', tasks: {}, transitions: {} },
  transformation: { name: 'T', incoming: [], outgoing: [], steps: [] },
  'json-form': { name: 'J', struct: { type: 'array' }, schema: {} },
  'mop-analytic-template': { name: 'A', prepostCommands: [] },
  'mop-template': { name: 'C', commands: [] },
  automation: { name: 'O', componentType: null, triggers: [] },
  form: { name: 'F', children: [] },
};
const OTHERS: Readonly<Record<string, JsonObject>> = {
  'a job': { name: 'W', tasks: {}, transitions: {}, status: 'running', metrics: {} },
  'an OpenAPI document': { openapi: '3.0.1', info: {} },
  'a profile': { metadata: {}, profile: {} },
  'an integration': { name: 'I', model: 'm:1', properties: {} },
  'an account': { username: 'u', provenance: 'local' },
  'a group': { name: 'g', provenance: 'local', memberOf: [] },
  'a role': { name: 'r', provenance: 'x' },
  'a trigger': { name: 't', actionType: 'automations', type: 'manual' },
  'a JSON Schema': { $schema: 'x' },
};
const WRAPPERS = [
  'workflow',
  'automation',
  'update',
  'create',
  'transformation',
  'template',
  'form',
];

const found = (value: JsonValue, max = 100): readonly Finding[] =>
  findDocuments(value, ['documents'], max);
const types = (findings: readonly Finding[]): readonly string[] =>
  findings.map((one) => (one.what === 'document' ? one.type : one.what));

describe('findDocuments', () => {
  it.each(Object.entries(DOCUMENTS))('knows a bare %s', (type, document) => {
    expect(found(document)).toEqual([{ what: 'document', type, document, pointer: '#/documents' }]);
  });

  it.each(Object.entries(OTHERS))('calls %s by its name and does not take it', (name, document) => {
    expect(found(document)).toEqual([
      expect.objectContaining({ what: 'other', reason: `is ${name}`, pointer: '#/documents' }),
    ]);
  });

  it('tells by the document, not by the wrapper, what is in it', () => {
    const document = DOCUMENTS['workflow'] ?? {};
    expect(found({ automation: document, options: {} })).toEqual([
      { what: 'document', type: 'workflow', document, pointer: '#/documents/automation' },
    ]);
  });

  it('takes what the lists of other systems answer', () => {
    const list = { results: [DOCUMENTS['form'] ?? {}, 7], total: 2 };
    expect(types(found(list))).toEqual(['form', 'other']);
    const answer = { message: 'ok', data: OTHERS['a job'] ?? {}, metadata: {} };
    expect(types(found(answer))).toEqual(['other']);
  });

  it('unpacks packages, and says what only those can bring', () => {
    const bundles = [
      { type: 'forms', data: { name: 'odd shape' } },
      { type: 'integration-model', data: { name: 'm' } },
    ];
    expect(found({ metadata: { name: 'p' }, manifest: {}, bundles, readme: '' })).toEqual([
      {
        what: 'document',
        type: 'form',
        document: { name: 'odd shape' },
        pointer: '#/documents/bundles/0/data',
      },
      {
        what: 'other',
        name: 'm',
        reason: 'is of type integration-model, which only a package can bring',
        pointer: '#/documents/bundles/1/data',
      },
    ]);
  });

  it('keeps a project together', () => {
    const project = {
      _id: 'p',
      iid: 1,
      name: 'P',
      components: [{ type: 'workflow', document: {} }],
    };
    expect(found({ project })).toEqual([
      { what: 'project', project, pointer: '#/documents/project' },
    ]);
  });

  it('does not follow wrappers in wrappers without end', () => {
    let value: JsonValue = DOCUMENTS['workflow'] ?? {};
    for (let level = 0; level < 90; level += 1) value = { update: value };
    expect(found(value)).toEqual([
      expect.objectContaining({ what: 'other', reason: 'is wrapped too often' }),
    ]);
  });

  it('stops one finding beyond those that are wanted', () => {
    expect(
      found(
        Array.from({ length: 50 }, () => ({})),
        7,
      ),
    ).toHaveLength(8);
  });

  it('finds a document in any few wrappers and lists, as it is', () => {
    const layer = fc.oneof(
      fc
        .constantFrom(...WRAPPERS)
        .map((key) => (value: JsonValue): JsonValue => ({ [key]: value })),
      fc.constant((value: JsonValue): JsonValue => [value]),
    );
    const entry = fc.constantFrom(...Object.entries(DOCUMENTS));
    fc.assert(
      fc.property(entry, fc.array(layer, { maxLength: 6 }), ([type, document], layers) => {
        const value = layers.reduce<JsonValue>((inner, wrap) => wrap(inner), document);
        expect(found(value)).toEqual([
          expect.objectContaining({ what: 'document', type, document }),
        ]);
      }),
    );
  });

  it('has a finding with a place for everything, and changes nothing', () => {
    const key = fc.oneof(
      fc.constantFrom(...WRAPPERS, 'data', 'results', 'tasks', 'transitions', 'name', 'components'),
      fc.constantFrom('bundles', 'metadata', 'type', 'document', '__proto__', 'children'),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.string(),
        tie('object'),
        fc.array(tie('value'), { minLength: 1 }),
      ),
      object: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    }));
    fc.assert(
      fc.property(value as fc.Arbitrary<JsonValue>, (one) => {
        const before = JSON.stringify(one);
        const findings = findDocuments(one, ['documents', '0'], 20);
        expect(JSON.stringify(one)).toBe(before);
        expect(findings.length).toBeLessThanOrEqual(21);
        expect(findings.length).toBeGreaterThan(0);
        for (const { pointer } of findings) expect(pointer.startsWith('#/documents/0')).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
