import { type Fault } from '../../../kernel/app-error.js';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { ownValue } from '../../../kernel/json-reading.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';
import { isSettableHeader } from './header-names.js';
import { type ModelOperation, type OperationParameter } from './model-operations.js';
import { headerText, namedText, type ParameterText, pathText } from './parameter-text.js';
import { buildBody } from './request-body.js';

/** What a caller says for one call. */
export interface CallInput {
  /** By the name of the parameter, or `query.id` where several places have one of that name. */
  readonly parameters: JsonObject;
  /** undefined: no body. */
  readonly body: JsonValue | undefined;
}

/** A call as far as the model and the input make it; credentials come on top. */
export interface BuiltRequest {
  readonly method: string;
  /** Below the base of the server, percent-encoded, begins with `/`. */
  readonly path: string;
  /** `name=value` pairs, percent-encoded. */
  readonly query: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** `name=value` pairs, percent-encoded. */
  readonly cookies: readonly string[];
  readonly body: string | undefined;
}

export type BuildOutcome =
  | { readonly kind: 'built'; readonly request: BuiltRequest }
  | { readonly kind: 'refused'; readonly faults: readonly Fault[] };

/** OpenAPI leaves these to the media types and the security schemes. */
const LEFT_TO_OTHERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const LONE_SURROGATE = /\p{Surrogate}/u;
const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i;
const NONE: readonly string[] = [];

/**
 * Makes the request of an operation out of what a caller gives. Nothing that a caller gives leaves
 * its place: values of a path stay one segment, of a query one pair, of a header one line.
 */
export function buildRequest(operation: ModelOperation, input: CallInput): BuildOutcome {
  const given = new GivenParameters(operation.parameters, input.parameters);
  const path = buildPath(operation.path, given);
  const query = given.texts('query', namedText);
  const cookies = given.texts('cookie', namedText).flatMap((text) => text.split('&'));
  const headers = buildHeaders(given);
  const body = buildBody(operation.body, input.body);
  const bodyFaults = body.kind === 'refused' ? [{ pointer: '#/body', detail: body.detail }] : [];
  const faults = [...given.faults, ...given.unknown(), ...bodyFaults];
  if (faults.length > 0) return { kind: 'refused', faults };
  const built = body.kind === 'built' ? body : { headers: {}, text: undefined };
  return {
    kind: 'built',
    request: {
      method: operation.method,
      path,
      query: query.filter((text) => text !== ''),
      headers: { accept: 'application/json, */*;q=0.5', ...headers, ...built.headers },
      cookies,
      body: built.text,
    },
  };
}

/** What was given for the declared parameters, and what is wrong with it. */
class GivenParameters {
  readonly faults: Fault[] = [];
  private readonly used = new Set<string>();

  constructor(
    private readonly declared: readonly OperationParameter[],
    private readonly given: JsonObject,
  ) {}

  /** The texts of all parameters of a place that were given. */
  texts(
    place: OperationParameter['in'],
    write: (parameter: OperationParameter, value: JsonValue) => ParameterText,
  ): readonly string[] {
    const ofPlace = this.declared.filter((parameter) => parameter.in === place);
    return ofPlace.flatMap((parameter) => this.text(parameter, write) ?? NONE);
  }

  /** The text of one parameter; undefined, and a fault where it is due, if there is none. */
  text(
    parameter: OperationParameter,
    write: (parameter: OperationParameter, value: JsonValue) => ParameterText,
  ): string | undefined {
    const [key, value] = this.valueOf(parameter);
    if (value === undefined || value === null) {
      if (parameter.required) this.fault(key, 'is required');
      return undefined;
    }
    const written = write(parameter, value);
    if (written.kind === 'text') return written.text;
    this.fault(key, written.detail);
    return undefined;
  }

  ofPlace(place: OperationParameter['in']): readonly OperationParameter[] {
    return this.declared.filter((parameter) => parameter.in === place);
  }

  fault(key: string, detail: string): void {
    this.faults.push({ pointer: jsonPointer(['parameters', key]), detail });
  }

  /** A fault for each name that the operation does not know. */
  unknown(): readonly Fault[] {
    return Object.keys(this.given)
      .filter((key) => !this.used.has(key) && !this.isLeftToOthers(key))
      .map((key) => ({
        pointer: jsonPointer(['parameters', key]),
        detail: 'is no parameter of the operation',
      }));
  }

  private valueOf(parameter: OperationParameter): readonly [string, JsonValue | undefined] {
    const placed = `${parameter.in}.${parameter.name}`;
    const key = Object.hasOwn(this.given, placed) ? placed : parameter.name;
    this.used.add(key);
    return [key, ownValue(this.given, key)];
  }

  private isLeftToOthers(key: string): boolean {
    return this.declared.some(
      ({ name, in: place }) =>
        place === 'header' && LEFT_TO_OTHERS.has(name.toLowerCase()) && key.endsWith(name),
    );
  }
}

function buildPath(template: string, given: GivenParameters): string {
  const parameters = new Map(given.ofPlace('path').map((parameter) => [parameter.name, parameter]));
  const path = template.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const parameter = parameters.get(name);
    if (!parameter) {
      given.fault(name, 'stands in the path of the operation, which does not declare it');
      return '';
    }
    const text = given.text(parameter, pathText);
    if (text === '') given.fault(name, 'must not be empty');
    return text ?? '';
  });
  if (path.split(/[/\\]/).some((segment) => DOT_SEGMENT.test(segment))) {
    const [first] = parameters.keys();
    given.fault(first ?? 'path', 'would lead out of the path of the operation');
  }
  return encodeTemplate(path);
}

/** The literal parts of a template may hold what a URL must not; escapes that are there stay. */
function encodeTemplate(path: string): string {
  return path.replace(/[^\w\-.~!$&'()*+,;=:@/%]/gu, (character) =>
    LONE_SURROGATE.test(character) ? '' : encodeURIComponent(character),
  );
}

function buildHeaders(given: GivenParameters): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const parameter of given.ofPlace('header')) {
    const name = parameter.name.toLowerCase();
    if (LEFT_TO_OTHERS.has(name)) continue;
    const text = given.text(parameter, headerText);
    if (text === undefined) continue;
    if (!isSettableHeader(name)) {
      given.fault(parameter.name, 'is a header that cannot be set');
    } else if (!HEADER_VALUE.test(text)) {
      given.fault(parameter.name, 'must be one line of characters that a header can carry');
    } else headers[name] = text;
  }
  return headers;
}
