import { type JsonObject } from '../../../src/kernel/json.js';

/** One binding as editors write it. */
export interface BoundField {
  readonly key: string;
  readonly method?: string;
  readonly base: string;
  readonly href: string;
  readonly source: string;
  readonly value: string;
  readonly label?: string;
  readonly target?: string;
  readonly body?: JsonObject;
  readonly variables?: JsonObject[];
}

/** A JSON form as editors write it: two plain fields, and those that are bound. */
export function aJsonForm(name: string, bound: readonly BoundField[] = []): JsonObject {
  return {
    name,
    description: '<b>not markup</b>',
    struct: {
      type: 'array',
      items: [
        { nodeId: 'n-host', type: 'string', title: 'Host', required: true },
        { nodeId: 'n-port', type: 'number', title: 'Port', customKey: 'port', default: 22 },
        ...bound.map(({ key }) => ({ nodeId: `n-${key}`, type: 'string', customKey: key })),
      ],
    },
    schema: {
      title: name,
      type: 'object',
      required: ['host'],
      properties: {
        host: { type: 'string', title: 'Host', pattern: '^[a-z]+$' },
        port: { type: 'number', title: 'Port', default: 22, maximum: 65_535 },
        ...Object.fromEntries(
          bound.map(({ key }) => [key, { type: 'string', enum: [], enumNames: [] }]),
        ),
      },
    },
    uiSchema: {},
    bindingSchema: { properties: Object.fromEntries(bound.map((one) => [one.key, binding(one)])) },
    validationSchema: {},
    version: '2020.1',
  };
}

function binding(field: BoundField): JsonObject | JsonObject[] {
  const choices = leaf(field, field.target ?? '/enum', field.value);
  return field.label === undefined ? choices : [choices, leaf(field, '/enumNames', field.label)];
}

function leaf(field: BoundField, target: string, keyPointer: string): JsonObject {
  const { method = 'GET', base, href, source, body, variables = [] } = field;
  return {
    'binding:method': method,
    'binding:link': { $ref: '/links', rel: 'collection' },
    ...(body && { 'binding:body': body }),
    'binding:target': { propertyPointer: target },
    'binding:hyperSchema': {
      type: 'object',
      base,
      links: [{ rel: 'collection', href, targetMediaType: 'application/json', variables }],
    },
    'binding:source': { propertyPointer: source, keyPointer },
  };
}
