import { type OpenAPIObject } from '@nestjs/swagger';
import { type JsonValue } from '../../kernel/json.js';
import { ANSWER_EXAMPLES } from '../operations/examples/answer-examples.js';
import { REQUEST_EXAMPLES } from '../operations/examples/request-examples.js';
import { exampleOf, type Schema, type Schemas } from './example-of.js';

interface Media {
  readonly schema?: Schema;
}
interface Described {
  readonly operationId?: string;
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}
interface Body {
  readonly content?: Readonly<Record<string, Media>>;
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;
const EXAMPLES: Readonly<Record<string, JsonValue>> = REQUEST_EXAMPLES;
const ANSWERS: Readonly<Record<string, JsonValue>> = ANSWER_EXAMPLES;

/** Gives every body its example, and every good answer its own, or one that is made from its schema. */
export function addExamples({ paths, components }: OpenAPIObject): void {
  const schemas = (components?.schemas ?? {}) as Schemas;
  for (const item of Object.values(paths)) {
    for (const operation of Object.values(item as Readonly<Record<string, Described>>)) {
      const { operationId = '', requestBody, responses } = operation;
      show(requestBody, () => EXAMPLES[operationId]);
      const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      for (const [, answer] of good) {
        show(answer, ({ schema = {} }) => ANSWERS[operationId] ?? exampleOf(schemas, schema));
      }
    }
  }
}

function show(body: Body | undefined, example: (media: Media) => JsonValue | undefined): void {
  for (const [type, media] of Object.entries(body?.content ?? {})) {
    const value = JSON_TYPE.test(type) ? example(media) : undefined;
    if (value !== undefined) Object.assign(media, { example: value });
  }
}
