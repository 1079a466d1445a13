import { type OpenAPIObject } from '@nestjs/swagger';

/** What is read of a schema to make values of it. */
export interface FuzzSchema {
  readonly $ref?: string;
  readonly anyOf?: readonly FuzzSchema[];
  readonly allOf?: readonly FuzzSchema[];
  readonly oneOf?: readonly FuzzSchema[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, FuzzSchema>>;
  readonly required?: readonly string[];
  readonly items?: FuzzSchema;
  readonly additionalProperties?: FuzzSchema | boolean;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface FuzzParameter {
  readonly name: string;
  readonly in: string;
  readonly style?: string;
  readonly required?: boolean;
  readonly schema: FuzzSchema;
}

/** An operation of the document. */
export interface FuzzOperation {
  readonly id: string;
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly parameters: readonly FuzzParameter[];
  readonly body: FuzzSchema | undefined;
  /** The statuses that are named for it: `default` names none. */
  readonly statuses: ReadonlySet<string>;
}

interface Documented {
  readonly operationId: string;
  readonly parameters?: readonly FuzzParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema?: FuzzSchema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

/** All operations of a document, in its order. */
export function operationsOf(document: OpenAPIObject): readonly FuzzOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as unknown as Record<string, Documented>).map(([method, documented]) => ({
      id: documented.operationId,
      method: method.toUpperCase(),
      path,
      parameters: documented.parameters ?? [],
      body: documented.requestBody?.content['application/json']?.schema,
      statuses: new Set(Object.keys(documented.responses)),
    })),
  );
}
