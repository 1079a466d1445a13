import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { ownList, ownObject, ownValue } from '../../../kernel/json-reading.js';
import { ownText, resolveLocal } from './local-refs.js';

/** Methods that an OpenAPI path may have, in the order in which operations are listed. */
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
const PLACES = ['path', 'query', 'header', 'cookie'] as const;

export type ParameterPlace = (typeof PLACES)[number];

/** A parameter of an operation, with the defaults of its place filled in. */
export interface OperationParameter {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** Carried as JSON text, because the parameter has `content` instead of a schema. */
  readonly isJson: boolean;
}

/** The body that an operation takes. */
export interface OperationBody {
  readonly required: boolean;
  readonly mediaTypes: readonly string[];
}

/** Schemes that must be met together, with the scopes that are asked of each. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/** An operation of a model, as far as calling it needs. */
export interface ModelOperation {
  /** Its `operationId`; `get /pets/{id}` where the document gives none. */
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly OperationParameter[];
  readonly body: OperationBody | undefined;
  /** Alternatives, of which one must be met; none at all means that nothing is asked. */
  readonly security: readonly SecurityRequirement[];
}

/** Every operation of a document that passed validation, in its own order. */
export function readOperations(document: JsonObject): readonly ModelOperation[] {
  return Object.entries(ownObject(document, 'paths')).flatMap(([path, value]) => {
    const item = path.startsWith('/') ? resolveLocal(document, value) : undefined;
    if (!item) return [];
    return METHODS.flatMap((method) => {
      const operation = ownValue(item, method);
      return isJsonObject(operation)
        ? [toOperation(document, { path, method, item, operation })]
        : [];
    });
  });
}

interface Place {
  readonly path: string;
  readonly method: string;
  readonly item: JsonObject;
  readonly operation: JsonObject;
}

function toOperation(
  document: JsonObject,
  { path, method, item, operation }: Place,
): ModelOperation {
  return {
    operationId: ownText(operation, 'operationId') ?? `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    summary: ownText(operation, 'summary') ?? ownText(item, 'summary') ?? '',
    parameters: mergedParameters(document, ownList(item, 'parameters'), operation),
    body: toBody(resolveLocal(document, ownValue(operation, 'requestBody'))),
    security: toSecurity(ownValue(operation, 'security') ?? ownValue(document, 'security')),
  };
}

/** A parameter of the operation takes the place of the path's one of the same name and place. */
function mergedParameters(
  document: JsonObject,
  ofPath: readonly JsonValue[],
  operation: JsonObject,
): readonly OperationParameter[] {
  const merged = new Map<string, OperationParameter>();
  for (const value of [...ofPath, ...ownList(operation, 'parameters')]) {
    const parameter = toParameter(resolveLocal(document, value));
    if (parameter) merged.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  return [...merged.values()];
}

function toParameter(given: JsonObject = {}): OperationParameter | undefined {
  const name = ownText(given, 'name');
  const place = PLACES.find((one) => ownValue(given, 'in') === one);
  if (name === undefined || !place) return undefined;
  return {
    name,
    in: place,
    required: place === 'path' || isTrue(given, 'required'),
    ...toStyle(given, place),
    allowReserved: isTrue(given, 'allowReserved'),
    isJson: isJsonObject(ownValue(given, 'content')),
  };
}

function toStyle(
  given: JsonObject,
  place: ParameterPlace,
): Pick<OperationParameter, 'style' | 'explode'> {
  const isForm = place === 'query' || place === 'cookie';
  const style = ownText(given, 'style') ?? (isForm ? 'form' : 'simple');
  const explode = ownValue(given, 'explode');
  return { style, explode: typeof explode === 'boolean' ? explode : style === 'form' };
}

function isTrue(given: JsonObject, key: string): boolean {
  return ownValue(given, key) === true;
}

function toBody(given: JsonObject | undefined): OperationBody | undefined {
  if (!given) return undefined;
  return {
    required: ownValue(given, 'required') === true,
    mediaTypes: Object.keys(ownObject(given, 'content')),
  };
}

function toSecurity(value: JsonValue | undefined): readonly SecurityRequirement[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter(isJsonObject)
    .map((requirement) =>
      Object.fromEntries(
        Object.entries(requirement).map(([scheme, scopes]) => [
          scheme,
          Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string') : [],
        ]),
      ),
    );
}
