import { findOperation } from '#api/operations/find-operation.js';
import { BUILT_OPERATIONS, operationSpec } from '#api/operations/operations.js';
import { type AppError, invalidInput } from '#kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/json.js';
import { type Authenticated } from '../../../platform/auth/credential-store.js';
import { listPart, oneObject, pickFields } from './answer-parts.js';
import { type Kind, KIND_NAMES, kindOf, type KindName } from './kinds.js';
import { type OperationCalls, type OperationInput } from './operation-calls.js';
import { failureOf } from './operation-refused.js';
import { admits, argumentsOf, data, text, textIn, type Tool } from './tool.js';

const FOUND_PER_KIND = 5;
const OPERATIONS_FOUND = 10;
const SHOWN_OF_FOUND = ['_id', 'id', 'name', 'username', 'description', 'status', 'type', 'host'];

const lists = KIND_NAMES.flatMap((name) => kindOf(name).list ?? []);
const gets = KIND_NAMES.flatMap((name) => kindOf(name).get ?? []);
const FIELDS = { type: 'array', items: { type: 'string' }, maxItems: 50 };

/** Finds things by a part of their names. */
export const SEARCH: Tool = {
  name: 'search',
  description: 'Find things of all kinds by part of their name; also operations of the API.',
  needs: lists,
  input: () => argumentsOf({ text: { type: 'string', minLength: 2, maxLength: 200 } }, ['text']),
  run: async ({ text: wanted }, { caller, operations }) => {
    const kinds = KIND_NAMES.filter((name) => isFound(name) && isListed(name, caller));
    const found = await Promise.all(kinds.map((name) => foundOf(name, textIn(wanted), operations)));
    return data({
      found: Object.fromEntries<JsonValue>(found.filter(([, part]) => part !== null)),
      operations: operationsLike(textIn(wanted), caller),
    });
  },
};

/** Lists things of a kind, by the one grammar of lists. */
export const LIST: Tool = {
  name: 'list',
  description: 'List things of one kind. Give fields to save room.',
  needs: lists,
  input: (caller) =>
    argumentsOf(
      {
        kind: { enum: KIND_NAMES.filter((name) => isListed(name, caller)) },
        device: text('Whose backups or device-changes'),
        filter: {
          type: 'object',
          description:
            'By verb, then field: {"equals":{"status":"error"},"contains":{"name":"edge"}}. ' +
            'Verbs: equals, contains, startsWith, in, gt, gte, lt, lte, exists. ' +
            'For device: contains name or host, equals type',
        },
        sort: text('Field'),
        order: { enum: ['asc', 'desc'] },
        skip: { type: 'integer', minimum: 0 },
        limit: { type: 'integer', minimum: 1, maximum: 100 },
        fields: FIELDS,
      },
      ['kind'],
    ),
  run: async (given, { operations }) => {
    const name = given['kind'] as KindName;
    const fields = textsOf(given['fields']);
    const { items, total } = await listed(name, given, operations);
    const shown = items.map((item) => pickFields(item, fields));
    return data({ ...(total !== undefined && { total }), items: shown });
  },
};

/** Gets one thing. */
export const GET: Tool = {
  name: 'get',
  description: 'Get one thing by id or name. Whole documents are long: name the fields you need.',
  needs: gets,
  input: (caller) =>
    argumentsOf(
      {
        kind: { enum: KIND_NAMES.filter((name) => isGot(name, caller)) },
        id: text(),
        fields: { ...FIELDS, description: 'Dotted for members within others' },
      },
      ['kind', 'id'],
    ),
  run: async ({ kind, id, fields }, { operations }) => {
    const { get } = kindOf(kind as KindName);
    const path = get ? operationSpec(get).path : '';
    const part = /:(\w+)/.exec(path)?.[1] ?? '';
    const body = get ? await operations.call(get, { path: { [part]: textIn(id) } }) : null;
    return data(pickFields(oneObject(body), textsOf(fields)));
  },
};

function isFound(name: KindName): boolean {
  return kindOf(name).found !== undefined;
}

function isListed(name: KindName, caller: Authenticated): boolean {
  const { list } = kindOf(name);
  return list !== undefined && admits(caller, list);
}

function isGot(name: KindName, caller: Authenticated): boolean {
  const { get } = kindOf(name);
  return get !== undefined && admits(caller, get);
}

/** One kind that fails hides no other. */
async function foundOf(
  name: KindName,
  wanted: string,
  operations: OperationCalls,
): Promise<readonly [string, JsonValue]> {
  const { found = 'name' } = kindOf(name);
  try {
    const filter = { contains: { [found]: wanted } };
    const { items, total } = await listed(name, { filter, limit: FOUND_PER_KIND }, operations);
    if (items.length === 0) return [name, null];
    const shown = items.map((item) => pickFields(item, SHOWN_OF_FOUND));
    return [name, { ...(total !== undefined && { total }), items: shown }];
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return [name, { failed: failure }];
  }
}

function operationsLike(wanted: string, caller: Authenticated): JsonValue[] {
  const words = wanted.toLowerCase().split(/\s+/);
  const named = findOperation(wanted);
  const like = BUILT_OPERATIONS.filter((id) => {
    const said = `${id} ${operationSpec(id).summary}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
  return [...new Set([...(named ? [named] : []), ...like])]
    .filter((id) => admits(caller, id))
    .slice(0, OPERATIONS_FOUND)
    .map((id) => ({ id, summary: operationSpec(id).summary }));
}

async function listed(
  name: KindName,
  given: JsonObject,
  operations: OperationCalls,
): Promise<ReturnType<typeof listPart>> {
  const kind = kindOf(name);
  if (kind.list === undefined) return { items: [], total: 0 };
  return listPart(await operations.call(kind.list, listInput(kind, given)));
}

/** Devices are listed by options of their own; everything else by the one grammar. */
function listInput({ list, ofDevice }: Kind, given: JsonObject): OperationInput {
  const { filter, fields, device } = given;
  if (device !== undefined && !ofDevice)
    throw refusedArgument('device', 'is for kinds of a device');
  const verbs = isJsonObject(filter) ? filter : {};
  if (list === 'listDevices') return { body: { options: deviceOptions(given, verbs) } };
  const include = fields === undefined ? {} : { include: topLevel(fields) };
  const query = { ...verbs, ...pickPresent(given, ['sort', 'order', 'skip', 'limit']), ...include };
  return { query, ...(ofDevice && { path: { name: textIn(device) } }) };
}

function pickPresent(given: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
}

function deviceOptions({ sort, order, skip, limit }: JsonObject, verbs: JsonObject): JsonObject {
  const { contains, equals, ...others } = verbs;
  const [other] = Object.keys(others);
  if (other !== undefined) throw refusedArgument(`filter/${other}`, 'is no filter of devices');
  return {
    filter: { ...(isJsonObject(contains) && contains), ...(isJsonObject(equals) && equals) },
    ...(sort !== undefined && { sort: { [textIn(sort)]: order === 'desc' ? -1 : 1 } }),
    ...(skip !== undefined && { start: skip }),
    ...(limit !== undefined && { limit }),
  };
}

function refusedArgument(name: string, detail: string): AppError {
  return invalidInput([{ pointer: `#/${name}`, detail }]);
}

/** Lists name whole members. */
function topLevel(fields: JsonValue): string {
  return [...new Set(textsOf(fields).map((field) => field.split('.', 1)[0]))].join();
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
