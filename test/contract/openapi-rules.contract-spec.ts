import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type OpenAPIObject } from '@nestjs/swagger';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { documentedPath } from '../../src/api/openapi/openapi.js';
import { PATHS_WITH_EXAMPLES } from '../../src/api/operations/examples/path-examples.js';
import { bareForm } from '../../src/api/openapi/bare-form.js';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly example?: unknown;
}
interface Media {
  readonly schema?: object;
  readonly example?: unknown;
}
interface Body {
  readonly content?: Readonly<Record<string, Media>>;
}
interface Described {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly (Parameter & { readonly $ref?: string })[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
  readonly security?: readonly object[];
}

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenAPIObject;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.values(item as Record<string, Described>).map((operation) => ({ path, operation })),
);
const idsOf = (found: typeof operations) => found.map(({ operation }) => operation.operationId);

const describedIn = ({ paths }: OpenAPIObject) =>
  Object.values(paths).flatMap((item) => Object.values(item as Record<string, Described>));

/**
 * Redocly's `no-ambiguous-paths` warns of fixed parts where other paths have an id, and of no more: existing
 * clients call both, and a fixed part goes before a variable one.
 */
const FIXED_BEFORE_IDS: Readonly<Record<string, string>> = {
  action: 'existing clients delete the triggers of an action by it; no trigger has this id',
  detailed: 'existing clients read workflows by their names with it; no workflow has this id',
  endpoint: 'existing clients run triggers by their routes with it; no trigger has this id',
};

const isVariable = (part: string): boolean => part.startsWith('{');

/** The fixed part of one of two paths that both may be meant by one URL, neither of them more than the other. */
function ambiguousPart(one: string, other: string): string | undefined {
  const [parts, others] = [one.split('/'), other.split('/')];
  if (parts.length !== others.length) return undefined;
  const pairs = parts.map((part, at) => [part, others[at] ?? ''] as const);
  const differ = pairs.filter(([a, b]) => a !== b && !(isVariable(a) && isVariable(b)));
  if (differ.some(([a, b]) => !isVariable(a) && !isVariable(b))) return undefined;
  const isEither = differ.some(([a]) => isVariable(a)) && differ.some(([, b]) => isVariable(b));
  return isEither ? differ.find(([a]) => !isVariable(a))?.[0] : undefined;
}

/** What `redocly lint` and `spectral` hold by default and could be broken here. */
describe('the rules of linters for the OpenAPI document', () => {
  it.each([
    ['named', document],
    ['bare', bareForm(document)],
  ])('has no schema that nothing refers to, in its %s form', (_, { components, ...rest }) => {
    const text = JSON.stringify([rest, components]);
    const unused = Object.keys(components?.schemas ?? {}).filter(
      (name) => !text.includes(`"#/components/schemas/${name}"`),
    );
    expect(unused).toEqual([]);
  });

  it('names the server', () => {
    expect(document.servers?.map(({ url }) => url)).toEqual(['/']);
  });

  it('declares each group that operations name', () => {
    const declared = (document.tags ?? []).map(({ name }) => name);
    const named = operations.flatMap(({ operation }) => operation.tags ?? []);
    expect([...new Set(named)].toSorted()).toEqual(declared.toSorted());
    expect(document.tags?.filter(({ description = '' }) => description === '')).toEqual([]);
  });

  it('describes each operation, with one sentence and more', () => {
    const bare = operations.filter(
      ({ operation: { summary = '', description = '' } }) => summary === '' || description === '',
    );
    expect(idsOf(bare)).toEqual([]);
  });

  it('describes each parameter', () => {
    const shared = (document.components?.parameters ?? {}) as Readonly<Record<string, Parameter>>;
    const bare = operations.flatMap(({ operation: { operationId, parameters = [] } }) =>
      parameters
        .map((one) => (one.$ref === undefined ? one : shared[one.$ref.split('/').at(-1) ?? '']))
        .filter((one) => (one?.description ?? '') === '')
        .map((one) => `${operationId} ${one?.name ?? ''}`),
    );
    expect(bare).toEqual([]);
  });

  it('gives each part of a path an example, of which none is left over', () => {
    const parts = operations.flatMap(({ path, operation: { parameters = [] } }) =>
      parameters.filter((one) => one.in === 'path').map((one) => ({ path, ...one })),
    );
    expect(parts.filter(({ example }) => typeof example !== 'string')).toEqual([]);
    const leftOver = PATHS_WITH_EXAMPLES.map(documentedPath).filter(
      (named) => !parts.some(({ path }) => `${path}/`.startsWith(`${named}/`)),
    );
    expect(leftOver).toEqual([]);
  });

  it('gives each body and each good answer an example that its schema admits', () => {
    const ajv = new Ajv2020({ strict: false });
    // Its types describe the CommonJS export; what arrives here is the function itself.
    (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
    ajv.addSchema(document, 'contract');
    const admits = ({ schema, example }: Media) => {
      const text = JSON.stringify(schema).replaceAll('"#/components/', '"contract#/components/');
      return example !== undefined && ajv.validate(JSON.parse(text) as object, example);
    };
    // What is the same in both forms is one object.
    const inBothForms = new Set([document, bareForm(document)].flatMap(describedIn));
    const wrong = [...inBothForms].flatMap(({ operationId, requestBody, responses }) => {
      const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      return [['body', requestBody] as const, ...good].flatMap(([place, body]) => {
        const media = body?.content?.['application/json'];
        return media === undefined || admits(media) ? [] : [`${operationId} ${place}`];
      });
    });
    expect(wrong).toEqual([]);
  });

  it('declares each part of a path, and no other', () => {
    const wrong = operations.filter(({ path, operation }) => {
      const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = (operation.parameters ?? []).filter((one) => one.in === 'path');
      return (
        declared
          .map(({ name }) => name)
          .toSorted()
          .join() !== parts.toSorted().join()
      );
    });
    expect(idsOf(wrong)).toEqual([]);
  });

  it('has paths that one URL may mean only where clients demand it', () => {
    const paths = Object.keys(document.paths);
    const found = paths.flatMap((one) =>
      paths.filter((other) => one < other).flatMap((other) => ambiguousPart(one, other) ?? []),
    );
    expect([...new Set(found)].toSorted()).toEqual(Object.keys(FIXED_BEFORE_IDS).toSorted());
  });

  it('gives each media type of an answer a schema', () => {
    const without = operations.filter(({ operation }) =>
      Object.values(operation.responses).some(({ content = {} }) =>
        Object.values(content).some(({ schema }) => schema === undefined),
      ),
    );
    expect(idsOf(without)).toEqual([]);
  });

  it('offers clients the token as Bearer, which says nothing of its form', () => {
    const schemes = document.components?.securitySchemes ?? {};
    expect(schemes['bearer']).toEqual({ type: 'http', scheme: 'bearer' });
    const used = operations.flatMap(
      ({ operation }) => operation.security?.flatMap(Object.keys) ?? [],
    );
    expect(new Set(used)).toEqual(new Set(['bearer', 'triggerToken', 'triggerSignature']));
    expect(Object.keys(schemes).toSorted()).toEqual([...new Set(used)].toSorted());
  });
});
