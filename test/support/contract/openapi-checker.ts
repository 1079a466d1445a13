import { type OpenAPIObject } from '@nestjs/swagger';
import { type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { seenFields } from './seen-fields.js';

type Document = OpenAPIObject;
interface ResponseObject {
  content?: Record<string, { schema?: object }>;
}
interface OperationObject {
  operationId?: string;
  responses: Record<string, ResponseObject>;
}

/** An answer as a client got it. */
export interface CheckedAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** The answer came under `Prefer: envelope=bare`, which the document does not describe. */
  readonly bare: boolean;
}

const escapePointer = (text: string): string => text.replaceAll('~', '~0').replaceAll('/', '~1');

/** Holds every answer of the e2e tests against the OpenAPI document of the running application. */
export class OpenApiChecker {
  readonly seen = new Set<string>();
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly routes: {
    method: string;
    pattern: RegExp;
    path: string;
    operation: OperationObject;
  }[];

  constructor(private readonly document: Document) {
    (addFormats as unknown as (ajv: Ajv2020) => void)(this.ajv);
    this.ajv.addSchema(document, 'contract');
    this.routes = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, OperationObject>).map(([method, operation]) => ({
        method,
        path,
        operation,
        pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
      })),
    );
    // Literal paths win over parameters, as in the router.
    this.routes.sort((a, b) => a.path.split('{').length - b.path.split('{').length);
  }

  /** Returns what the document forbids in this answer; an empty list when nothing. */
  check(answer: CheckedAnswer): string[] {
    const route = this.routes.find(
      ({ method, pattern }) => method === answer.method.toLowerCase() && pattern.test(answer.path),
    );
    if (!route) return [];
    const { operation } = route;
    const status = String(answer.status) in operation.responses ? String(answer.status) : 'default';
    const response = operation.responses[status];
    const where = `${operation.operationId ?? ''} ${status}`;
    if (!response) return [`${where} (${answer.status}) is not documented`];
    if (status === 'default' && answer.status < 400)
      return [`${where}: success ${answer.status} is not documented`];
    this.seen.add(where);
    if (answer.bare && answer.status < 400) return [];
    const media = answer.contentType.split(';')[0] ?? '';
    const schema = response.content?.[media]?.schema;
    if (!schema) {
      const undocumented = response.content !== undefined && answer.text !== '';
      return undocumented ? [`${where} answers ${media}, which is not documented`] : [];
    }
    const pointer = [
      'paths',
      route.path,
      route.method,
      'responses',
      status,
      'content',
      media,
      'schema',
    ]
      .map(escapePointer)
      .join('/');
    const data: unknown = JSON.parse(answer.text);
    for (const field of seenFields(this.document, schema, data)) this.seen.add(`${where} ${field}`);
    return this.violations(pointer, data).map((text) => `${where}: ${text}`);
  }

  private violations(pointer: string, data: unknown): string[] {
    let validate = this.validators.get(pointer);
    if (!validate) {
      validate = this.ajv.compile({ $ref: `contract#/${encodeURI(pointer)}` });
      this.validators.set(pointer, validate);
    }
    if (validate(data)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
    );
  }
}
