import { type OpenAPIObject } from '@nestjs/swagger';
import { type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { seenFields } from './seen-fields.js';

interface SchemaObject {
  readonly $ref?: string;
}
interface ResponseObject {
  readonly $ref?: string;
  readonly content?: Record<string, { schema?: SchemaObject }>;
}
interface OperationObject {
  readonly operationId?: string;
  readonly responses: Record<string, ResponseObject>;
}
interface Route {
  readonly method: string;
  readonly path: string;
  readonly pattern: RegExp;
  readonly operation: OperationObject;
}

/** An answer as a client got it. */
export interface CheckedAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** The answer is in another form than the document describes: bare, or with some members alone. */
  readonly bare: boolean;
}

/** Lines of JSON are a text, as the document says. */
const readAs = (media: string, text: string): unknown =>
  /[/+]json$/.test(media) ? JSON.parse(text) : text;

const escapePointer = (text: string): string => text.replaceAll('~', '~0').replaceAll('/', '~1');

/** What is made of a document once, however many applications of a run have it. */
interface CompiledDocument {
  readonly ajv: Ajv2020;
  readonly validators: Map<string, ValidateFunction>;
  readonly routes: readonly Route[];
}

const COMPILED = new WeakMap<OpenAPIObject, CompiledDocument>();

function compiled(document: OpenAPIObject): CompiledDocument {
  const known = COMPILED.get(document);
  if (known) return known;
  // Most schemas judge a few answers: making their code shorter takes longer than it saves.
  const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } });
  // Its types describe the CommonJS export; what arrives here is the function itself.
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema(document, 'contract');
  const made = { ajv, validators: new Map(), routes: routesOf(document) };
  COMPILED.set(document, made);
  return made;
}

/** Holds every answer of the e2e tests against the OpenAPI document of the running application. */
export class OpenApiChecker {
  /** Documented operations, statuses and fields that occurred so far. */
  readonly seen = new Set<string>();
  private readonly compiled: CompiledDocument;

  constructor(
    private readonly document: OpenAPIObject,
    /** Whether every status and every media type must be named; `default` stands for others else. */
    private readonly isStrict = false,
  ) {
    this.compiled = compiled(document);
  }

  /** Whether the document has an operation of this method at this path. */
  knows(method: string, path: string): boolean {
    return this.routeOf(method, path) !== undefined;
  }

  /** Returns what the document forbids in this answer; an empty list when nothing. */
  check(answer: CheckedAnswer): readonly string[] {
    const route = this.routeOf(answer.method, answer.path);
    if (!route) return [];
    const { responses, operationId = '' } = route.operation;
    const isListed = String(answer.status) in responses;
    const status = isListed ? String(answer.status) : 'default';
    const where = `${operationId} ${status}`;
    if (!isListed && this.mustBeListed(answer.status))
      return [`${operationId} ${answer.status} is not documented`];
    this.seen.add(where);
    if (answer.bare && answer.status < 400) return [];
    return this.checkBody(route, status, answer).map((text) => `${where}: ${text}`);
  }

  private mustBeListed(status: number): boolean {
    return this.isStrict || status < 400;
  }

  private routeOf(method: string, path: string): Route | undefined {
    return this.compiled.routes.find(
      (route) => route.method === method.toLowerCase() && route.pattern.test(path),
    );
  }

  private resolved(response: ResponseObject | undefined): ResponseObject | undefined {
    const name = response?.$ref?.split('/').at(-1);
    if (name === undefined) return response;
    return this.document.components?.responses?.[name] as ResponseObject | undefined;
  }

  private checkBody(route: Route, status: string, answer: CheckedAnswer): readonly string[] {
    const { operationId = '', responses } = route.operation;
    const content = this.resolved(responses[status])?.content ?? {};
    const media = answer.contentType.split(';', 1).join();
    const schema = content[media]?.schema;
    if (!schema)
      return this.isUnexpected(content, media, answer.text) ? [`${media} is not documented`] : [];
    const data = readAs(media, answer.text);
    for (const field of seenFields(this.document, schema, data)) {
      this.seen.add(`${operationId} ${status} ${field}`);
    }
    const path = ['paths', route.path, route.method, 'responses', status, 'content', media];
    return this.violations(pointerOf(schema, [...path, 'schema']), data);
  }

  /** A body where the document describes another one; texts, lines and empty answers have no schema. */
  private isUnexpected(content: object, media: string, text: string): boolean {
    const isDescribed = this.isStrict || Object.keys(content).length > 0;
    return isDescribed && !(media in content) && text !== '';
  }

  private violations(pointer: string, data: unknown): readonly string[] {
    const { ajv, validators } = this.compiled;
    const validate =
      validators.get(pointer) ?? ajv.compile({ $ref: `contract#/${encodeURI(pointer)}` });
    validators.set(pointer, validate);
    if (validate(data)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
    );
  }
}

/** Where a schema lies: what many answers share, problems above all, is one schema to be compiled. */
function pointerOf({ $ref }: SchemaObject, path: readonly string[]): string {
  return $ref?.startsWith('#/') ? $ref.slice(2) : path.map(escapePointer).join('/');
}

/** Literal paths come before those with parameters, as in the router. */
function routesOf(document: OpenAPIObject): readonly Route[] {
  const routes = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, OperationObject>).map(([method, operation]) => ({
      method,
      path,
      operation,
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
    })),
  );
  return routes.sort((a, b) => a.path.split('{').length - b.path.split('{').length);
}
