import { type OpenAPIObject } from '@nestjs/swagger';
import { invariant } from '../../kernel/invariant.js';
import { isJsonObject, type JsonValue } from '../../kernel/json.js';
import { BUILT_OPERATIONS, operationSpec } from '../operations/operations.js';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
}
interface Answer {
  readonly content?: Readonly<Record<string, Media>>;
}
interface Described {
  readonly operationId?: string;
  readonly responses: Readonly<Record<string, Answer>>;
}

/** The contract without the envelopes of its answers: what lies in them is the whole answer. */
export function bareForm(document: OpenAPIObject): OpenAPIObject {
  const outputs = new Map<string | undefined, string>();
  for (const id of BUILT_OPERATIONS) {
    const { number, output } = operationSpec(id);
    if (number !== undefined && output !== undefined) outputs.set(id, output);
  }
  const bare = mapValues(document.paths, (item) =>
    mapValues(item as Record<string, Described>, (operation) => {
      const output = outputs.get(operation.operationId);
      return output === undefined ? operation : unwrapped(document, operation, output);
    }),
  );
  return withoutUnused({ ...document, paths: bare });
}

/** Without the schemas that nothing refers to any more: linters tell of them. */
function withoutUnused(document: OpenAPIObject): OpenAPIObject {
  const { schemas = {}, ...others } = document.components ?? {};
  const used = new Set<string>();
  // The loop also visits what is appended while it runs.
  const waiting: unknown[] = [document.paths, others];
  for (const part of waiting) {
    for (const name of schemasIn(part)) {
      if (used.has(name)) continue;
      used.add(name);
      waiting.push(schemas[name]);
    }
  }
  const left = Object.entries(schemas).filter(([name]) => used.has(name));
  return { ...document, components: { ...others, schemas: Object.fromEntries(left) } };
}

function schemasIn(part: unknown): readonly string[] {
  const references = JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g);
  return [...references].map(([, name = '']) => name);
}

function unwrapped(document: OpenAPIObject, operation: Described, output: string): Described {
  const responses = mapValues(operation.responses, (answer, status) => {
    if (!status.startsWith('2') || answer.content === undefined) return answer;
    const content = mapValues(answer.content, (media, type) =>
      type === 'application/json'
        ? { ...media, schema: member(document, media, output), example: exampleIn(media, output) }
        : media,
    );
    return { ...answer, content };
  });
  return { ...operation, responses };
}

function member(document: OpenAPIObject, { schema }: Media, output: string): Schema {
  const found = resolved(document, schema)?.properties?.[output];
  invariant(found, `the answer has a member ${output}`);
  return found;
}

function exampleIn({ example }: Media, output: string): JsonValue | undefined {
  return isJsonObject(example) ? example[output] : undefined;
}

function resolved({ components }: OpenAPIObject, schema: Schema | undefined): Schema | undefined {
  const name = schema?.$ref?.split('/').at(-1);
  return name === undefined ? schema : components?.schemas?.[name];
}

function mapValues<T, U>(
  object: Readonly<Record<string, T>>,
  change: (value: T, key: string) => U,
): Record<string, U> {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, change(value, key)]),
  );
}
