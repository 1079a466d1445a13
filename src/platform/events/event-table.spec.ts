import { describe, expect, it } from 'vitest';
import { APPLICATIONS } from '../../kernel/principal.js';
import { AUDITED_OBJECT_TYPES } from '../request-context/audited-change.js';
import { compileSchema } from '../../cores/json-schema/json-schema.js';
import { changeEvent } from './change-event.js';
import { payloadSchema } from './event-declaration.js';
import { EVENT_IDS, eventDeclaration } from './event-table.js';

const CHANGES = {
  created: { before: null, after: { version: '1.0.0' } },
  updated: { before: { version: '1.0.0' }, after: { version: '2.0.0' } },
  deleted: { before: { version: '2.0.0' }, after: null },
} as const;

describe('the table of events', () => {
  it.each(EVENT_IDS)('%s has a topic of its own name, of an application', (id) => {
    const { source, topic, description } = eventDeclaration(id);
    expect(topic).toBe(id);
    expect([...APPLICATIONS, 'Platform']).toContain(source);
    expect(description).not.toBe('');
  });

  it.each(EVENT_IDS)('%s has a JSON Schema that compiles', async (id) => {
    expect((await compileSchema(payloadSchema(eventDeclaration(id)))).kind).toBe('schema');
  });
});

describe('payloadSchema', () => {
  it('tells what is required, what may be null and what a field means', () => {
    const schema = payloadSchema({
      payload: {
        name: { type: 'text', note: 'A name' },
        count: { type: 'whole', note: 'A number', nullable: true },
        tags: { type: 'texts', note: 'Words', optional: true },
      },
    });
    expect(schema).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string', description: 'A name' },
        count: { type: ['integer', 'null'], description: 'A number' },
        tags: { type: 'array', items: { type: 'string' }, description: 'Words' },
      },
      required: ['name', 'count'],
    });
  });
});

describe('changeEvent', () => {
  const cases = AUDITED_OBJECT_TYPES.flatMap((type) =>
    (['created', 'updated', 'deleted'] as const).map((what) => [type, what] as const),
  );

  it.each(cases)('tells of a %s that was %s, as the table declares it', async (type, what) => {
    const object = { type, id: 'i', name: 'n' };
    const { id, payload } = changeEvent({ object, ...CHANGES[what] }, 'eve');
    expect(payload).toMatchObject({ id: 'i', name: 'n', by: 'eve' });
    const compiled = await compileSchema(payloadSchema(eventDeclaration(id)));
    expect(compiled.kind === 'schema' && compiled.validate(payload)).toEqual([]);
    expect(Object.keys(payload)).toEqual(Object.keys(eventDeclaration(id).payload));
  });

  it.each(['created', 'updated', 'deleted'] as const)(
    'does not name an object that was %s and that only some may see',
    async (what) => {
      const object = { type: 'automation' as const, id: 'i', name: 'n', hidden: true };
      const { id, payload } = changeEvent({ object, ...CHANGES[what] }, 'eve');
      expect(payload).toEqual({ id: 'i', name: null, by: 'eve' });
      const compiled = await compileSchema(payloadSchema(eventDeclaration(id)));
      expect(compiled.kind === 'schema' && compiled.validate(payload)).toEqual([]);
    },
  );

  it.each([
    ['created', 'artifactInstalled', '1.0.0'],
    ['updated', 'artifactUpdated', '2.0.0'],
    ['deleted', 'artifactRemoved', '2.0.0'],
  ] as const)('names the version of a package that was %s', (what, id, version) => {
    const object = { type: 'package' as const, id: 'i', name: 'n' };
    expect(changeEvent({ object, ...CHANGES[what] }, null)).toEqual({
      id,
      payload: { id: 'i', name: 'n', version, by: null },
    });
  });
});
