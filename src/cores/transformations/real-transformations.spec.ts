import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { compileTransformation } from './compile-transformation.js';
import { runTransformation } from './run-transformation.js';

const REAL = new URL('../../../../shared/data/', import.meta.url);
const SHIPPED = new URL('../../../catalogue/', import.meta.url);
/** Single functions of others, which call functions that the export does not hold. */
const PARTS = ['createDiffResults.json', 'mergeTransformationComponents.json'];

interface Found {
  readonly file: string;
  readonly document: JsonObject;
}

/** Every transformation in a file, in packages and wrappers too. */
function transformationsIn(value: JsonValue): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(transformationsIn);
  if (!isJsonObject(value)) return [];
  const isOne = Array.isArray(value['incoming']) && Array.isArray(value['steps']);
  return isOne ? [value] : Object.values(value).flatMap(transformationsIn);
}

function foundBelow(directory: URL): readonly [string, Found][] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .flatMap(({ name: file, parentPath }) => {
      const text = readFileSync(`${parentPath}/${file}`, 'utf8');
      return transformationsIn(JSON.parse(text) as JsonValue).map((document): [string, Found] => [
        file,
        { file, document },
      ]);
    });
}

/** Values by the type that a schema names. */
const BY_TYPE: Readonly<
  Record<string, (schema: JsonObject, depth: number) => fc.Arbitrary<JsonValue>>
> = {
  string: () =>
    fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('1', 'a,b', '{"a":1}', '2026-01-02')),
  number: () => fc.integer({ min: 0, max: 9 }),
  integer: () => fc.integer({ min: 0, max: 9 }),
  boolean: () => fc.boolean(),
  array: ({ items }, depth) => fc.array(valueOf(items, depth + 1), { maxLength: 4 }),
  object: ({ properties }, depth) =>
    fc.record(
      Object.fromEntries(
        Object.entries(isJsonObject(properties) ? properties : {}).map(([key, one]) => [
          key,
          valueOf(one, depth + 1),
        ]),
      ),
    ),
};

/** Values of a schema, its examples among them. */
function valueOf(schema: JsonValue | undefined, depth = 0): fc.Arbitrary<JsonValue> {
  if (!isJsonObject(schema) || depth > 5) return fc.constantFrom('a', 1, null);
  const [type = 'object'] = [schema['type']].flat();
  const typed = BY_TYPE[type as string]?.(schema, depth) ?? fc.constant(null);
  return fc.oneof(typed, fc.constantFrom(...knownOf(schema)));
}

function knownOf({ examples, enum: members }: JsonObject): readonly JsonValue[] {
  const known = examples ?? members;
  return Array.isArray(known) && known.length > 0 ? known : [null];
}

function incomingOf(document: JsonObject): fc.Arbitrary<JsonObject> {
  const schemas = document['incoming'] as readonly JsonObject[];
  return fc.record(Object.fromEntries(schemas.map((one) => [one['$id'] as string, valueOf(one)])));
}

/** How 100 runs with values of its schemas end, by what they end in. */
function ends({ document }: Found): ReadonlyMap<string, number> {
  const compiled = compileTransformation(document);
  const codes = new Map<string, number>();
  const note = (code: string): void => void codes.set(code, (codes.get(code) ?? 0) + 1);
  if (compiled.kind === 'refused')
    compiled.problems.forEach(({ code }) => {
      note(code);
    });
  else {
    const runs = fc.property(incomingOf(document), (incoming) => {
      const result = runTransformation(compiled.transformation, incoming, {}, { now: 0 });
      note(result.kind === 'done' ? 'done' : result.code);
    });
    fc.assert(runs, { numRuns: 100 });
  }
  return codes;
}

/** What goes out of the transformation in a file. */
function outcomeOf(file: string, incoming: JsonObject): JsonObject {
  const document = real.find(([name]) => name === file)?.[1].document ?? {};
  const compiled = compileTransformation(document);
  if (compiled.kind === 'refused') throw new Error(JSON.stringify(compiled.problems));
  const result = runTransformation(compiled.transformation, incoming, {}, { now: 0 });
  if (result.kind === 'failed') throw new Error(result.detail);
  return result.outgoing as JsonObject;
}

const shipped = foundBelow(SHIPPED);
const real = foundBelow(REAL);
const withReal = real.length > 0 ? describe : describe.skip;

describe('the transformations of shipped packages', () => {
  it.each(shipped)('%s runs', (_, found) => {
    const codes = ends(found);
    expect([...codes.keys()].filter((code) => code.startsWith('un'))).toEqual([]);
    expect(codes.get('done')).toBeGreaterThan(0);
  });
});

// Real documents are not ours to ship: this is skipped where they do not lie beside the project.
withReal('real transformations', () => {
  it.each(real.filter(([file]) => !PARTS.includes(file)))('%s runs', (_, found) => {
    expect([...ends(found).keys()].filter((code) => code.startsWith('un'))).toEqual([]);
  });

  it('do what they are for, where no generated value gets them to their end', () => {
    const manifest = '{"name":"a","version":"1","x":[1]}';
    const files = [
      { name: 'package.json', content: manifest },
      { name: 'README', content: 'r' },
    ];
    const updated = outcomeOf('updatePackageGitHubJSON.json', {
      filesArray: files,
      packageJsonName: 'b',
      packageJsonVersion: '2',
    })['fixedArray'] as readonly JsonObject[];
    expect(JSON.parse(updated[0]?.['content'] as string)).toMatchObject({
      name: 'b',
      version: '2',
      x: [1],
      repository: { type: 'gitlab' },
    });
    expect(updated[1]).toEqual(files[1]);

    const device = {
      name: 'EDGE',
      config_context: { sampleRate: 10, ipAddress: '192.0.2.1', snmpV3Conf: {} },
      site: { name: 'Berlin' },
    };
    const incoming = { netbox: { response: { results: [device] } }, planId: 5, jobId: 'j' };
    const onboarded = outcomeOf('Device_Onboarding_-_Kentik_-_Example.json', incoming);
    expect(onboarded).toMatchObject({
      name: 'EDGE',
      planId: 5,
      sampleRate: 10,
      siteName: 'Berlin',
      sendingIPs: ['192.0.2.1'],
      bgpNeighborIP: '',
    });
    expect(onboarded).not.toHaveProperty('description');
    expect(onboarded['teamsMessageEnd']).toContain('for device edge.');
  });

  it.each(real.filter(([file]) => PARTS.includes(file)))(
    '%s lacks a function, and that alone',
    (_, found) => {
      expect([...ends(found).keys()]).toEqual(['unknown-function']);
    },
  );
});
