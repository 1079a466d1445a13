import { LIST_VERBS, type WrittenVerb } from '../../kernel/list-condition.js';
import { type OperationSpec } from '../operations/operation-spec.js';
import { documented } from '../shapes/documentation.js';
import { type SchemaObject } from '../shapes/schema-object.js';
import { shapeOf } from '../shapes/shape.js';
import { fieldSchema } from '../shapes/shape-schema.js';
import { type ListDeclaration } from './list-declaration.js';
import { ListParameters } from './list-parameters.dto.js';
import { VALUES_MAX } from './read-conditions.js';
import { DIRECTIONS } from './read-sort.js';

const TEXT_MAX = 1024;
const FLAG_TEXTS = ['true', 'false', 'True', 'False', '1', '0'];
const MEANING: Readonly<Record<WrittenVerb, string>> = {
  equals: 'The field is this value; of a list, one of its elements is',
  contains: 'The field contains this text, whatever the case',
  startsWith: 'The field begins with this text, whatever the case',
  'starts-with': 'Another name of startsWith',
  in: 'The field is one of these values, separated by commas',
  'not-in': 'The field is none of these values, separated by commas',
  gt: 'The field is greater or later',
  gte: 'The field is this, greater or later',
  lt: 'The field is less or earlier',
  lte: 'The field is this, less or earlier',
  exists: 'The field is there and not null, or with false is not',
};

/** Documents what a list takes: a parameter each, or one object where the contract has it so. */
export function documentList(list: ListDeclaration, spec: OperationSpec): MethodDecorator {
  return (...handler) => {
    documented(({ ApiQuery }) => {
      for (const parameter of parametersOf(list, spec)) ApiQuery(parameter)(...handler);
    });
  };
}

function parametersOf(list: ListDeclaration, { query, number }: OperationSpec): readonly object[] {
  const isFlat = query === undefined || query === 'flat';
  const schemas = Object.entries(schemasOf(list, isFlat ? 'flat' : 'object'));
  if (isFlat) {
    return schemas.map(([name, { description, ...schema }]) => ({
      name,
      required: false,
      schema,
      description,
    }));
  }
  const parameter = {
    name: query,
    style: 'deepObject',
    explode: true,
    required: false,
    description:
      `Options as \`${query}[key]=value\`. Also accepted, lowest precedence first: a JSON body ` +
      `\`{"${query}": {}}\`, JSON text \`${query}={}\`, bracketed keys, flat keys \`key=value\`.`,
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(schemas),
      examples: [{}],
    },
    // The interface requires the object; clients omit it, so its absence is accepted.
    ...(number !== undefined && { extensions: { 'x-interface': 'required' } }),
  };
  return [parameter];
}

/** In an object that is sent as JSON, values have types, and filters may be objects of values by field. */
type Form = 'flat' | 'object';
type Named = readonly [name: string, schema: SchemaObject];

function schemasOf(list: ListDeclaration, form: Form): Readonly<Record<string, SchemaObject>> {
  const own = list.own ? [...shapeOf(list.own).fields.values()] : [];
  const named: readonly Named[] = [
    ...own.map((field): Named => [field.name, fieldSchema(field, 'query')]),
    ...LIST_VERBS.flatMap((verb) => verbSchemas(list, verb, form)),
    ...sortSchemas(list, form),
    ...[...shapeOf(ListParameters).fields.keys()].map((name) => parameterSchema(list, name)),
  ];
  // What a list declares by itself goes before what all lists have.
  return Object.fromEntries([...new Map(named.toReversed())].toReversed());
}

function verbSchemas(list: ListDeclaration, verb: WrittenVerb, form: Form): readonly Named[] {
  const fields = verb === 'equals' ? `. Fields: ${[...list.fields.keys()].join(', ')}` : '';
  const description = `${MEANING[verb]}; also \`${verb}[field]=value\`${fields}`;
  const field = `The field that ${verb} asks for; ${list.meant} when absent`;
  return [
    [verb, { ...(form === 'flat' ? flatValue(verb) : valueOrFields(list, verb)), description }],
    [`${verb}Field`, { type: 'string', description: field }],
  ];
}

function flatValue(verb: WrittenVerb): SchemaObject {
  return isSet(verb) || verb === 'exists'
    ? { type: 'string' }
    : { type: 'string', maxLength: TEXT_MAX };
}

function valueOrFields(list: ListDeclaration, verb: WrittenVerb): SchemaObject {
  if (verb === 'exists')
    return { anyOf: [{ enum: [true, false, 0, 1, ...FLAG_TEXTS] }, fieldsOf(list)] };
  const value = { type: ['string', 'number', 'boolean'], maxLength: TEXT_MAX };
  const values = { type: 'array', items: value, maxItems: VALUES_MAX };
  return { anyOf: [value, ...(isSet(verb) ? [values] : []), fieldsOf(list)] };
}

/** Whatever stands at the fields of the list; a field within an object also in steps. */
function fieldsOf({ fields }: ListDeclaration): SchemaObject {
  const names = [...fields.keys()].flatMap((name) => [name, name.split('.')[0] ?? name]);
  const properties = Object.fromEntries(names.map((name) => [name, {}]));
  return { type: 'object', additionalProperties: false, properties };
}

const isSet = (verb: WrittenVerb): boolean => verb === 'in' || verb === 'not-in';

function sortSchemas(list: ListDeclaration, form: Form): readonly Named[] {
  const [field, direction] = list.order;
  const usual = direction === 1 ? 'ascending' : 'descending';
  const directions = Object.keys(DIRECTIONS);
  const text = { type: list.sortFlag ? ['boolean', 'string'] : 'string' };
  const ordered = { type: 'string', enum: directions };
  const sort = {
    ...(form === 'flat' ? text : { anyOf: [text, fieldsOf(list)] }),
    description:
      'The field to sort by, no list; several separated by commas, also `sort[field]=-1`; ' +
      `${field}, ${usual}, when absent${list.sortFlag ? ', and with true or false' : ''}`,
  };
  const order = {
    ...(form === 'flat' ? ordered : { anyOf: [{ enum: [1, -1, ...directions] }, fieldsOf(list)] }),
    description: 'Ascending or descending',
  };
  return [
    ['sort', sort],
    ['order', order],
  ];
}

function parameterSchema(list: ListDeclaration, name: string): Named {
  const field = shapeOf(ListParameters).fields.get(name);
  const schema = field ? fieldSchema(field, 'query') : {};
  if (name !== 'limit') return [name, schema];
  const zero = list.zeroIsAll ? 'as many as there may be' : 'the total alone';
  const most = list.limitMax === undefined ? '' : `, at most ${list.limitMax}`;
  const usual = list.paged ? 'As many as a page has' : String(list.limit);
  return [name, { ...schema, description: `${usual} when absent; 0 for ${zero}${most}` }];
}
