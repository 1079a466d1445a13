import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type OpenAPIObject } from '@nestjs/swagger';
import { bareForm } from '../../src/api/openapi/bare-form.js';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
}
interface Described {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>
  >;
  readonly security?: readonly object[];
}

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenAPIObject;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.values(item as Record<string, Described>).map((operation) => ({ path, operation })),
);
const idsOf = (found: typeof operations) => found.map(({ operation }) => operation.operationId);

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
