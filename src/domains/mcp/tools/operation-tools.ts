import { type OpenAPIObject } from '@nestjs/swagger';
import { findOperation } from '#api/operations/find-operation.js';
import { type OperationId, operationSpec } from '#api/operations/operations.js';
import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/json.js';
import { admits, argumentsOf, data, text, textIn, type Tool } from './tool.js';

const OPERATION = text('Id, or method and path');
/** How deep shapes within shapes are written out. */
const DEPTH_MAX = 5;

/** Says what an operation takes. */
export const DESCRIBE_OPERATION: Tool = {
  name: 'describe_operation',
  description: 'What an operation of the API does, takes, and who may call it.',
  needs: ['openApi'],
  input: () => argumentsOf({ operation: OPERATION }, ['operation']),
  run: async ({ operation }, { caller, contract }) => {
    const id = findOperation(textIn(operation));
    if (id === undefined)
      return { kind: 'refused', text: 'There is no such operation. Try search.' };
    return data({ ...described(id, await contract()), youMayCallIt: admits(caller, id) });
  },
};

/** Says why somebody may do something, or may not. */
export const EXPLAIN_ACCESS: Tool = {
  name: 'explain_access',
  description: 'Why an account may call an operation, or may not.',
  needs: ['explainAccess'],
  input: () =>
    argumentsOf(
      {
        operation: OPERATION,
        account: text('Yourself when absent; others for administrators'),
        object: text('type/id'),
      },
      ['operation'],
    ),
  run: async (query, { operations }) => data(await operations.call('explainAccess', { query })),
};

function described(id: OperationId, document: OpenAPIObject): JsonObject {
  const { method, path, access, summary } = operationSpec(id);
  const shown = path.replace(/:(\w+)/g, '{$1}');
  const item = (document.paths[shown] ?? {}) as Readonly<Record<string, unknown>>;
  const operation = (item[method.toLowerCase()] ?? {}) as JsonObject;
  const shapes = (document.components ?? {}) as unknown as JsonObject;
  const { description = '', parameters = [], requestBody } = operation;
  return {
    id,
    method,
    path,
    summary,
    description,
    access: access as unknown as JsonValue,
    parameters: writtenOut(parameters, shapes),
    ...(isJsonObject(requestBody) && { body: writtenOut(bodyOf(requestBody), shapes) }),
  };
}

function bodyOf({ content }: JsonObject): JsonValue {
  const json = isJsonObject(content) ? content['application/json'] : undefined;
  return isJsonObject(json) ? (json['schema'] ?? {}) : {};
}

/** A schema with what it refers to in its place. */
function writtenOut(schema: JsonValue, shapes: JsonObject, depth = 0): JsonValue {
  if (Array.isArray(schema)) return schema.map((one) => writtenOut(one, shapes, depth));
  if (!isJsonObject(schema)) return schema;
  const { $ref } = schema;
  if (typeof $ref === 'string') return referredTo($ref, shapes, depth);
  const members = Object.entries(schema).map(
    ([key, one]) => [key, writtenOut(one, shapes, depth)] as const,
  );
  return Object.fromEntries(members);
}

function referredTo($ref: string, shapes: JsonObject, depth: number): JsonValue {
  const [group = '', name = ''] = $ref.split('/').slice(-2);
  if (depth === DEPTH_MAX) return { see: name };
  const found = isJsonObject(shapes[group]) ? shapes[group][name] : undefined;
  return writtenOut(found ?? {}, shapes, depth + 1);
}
