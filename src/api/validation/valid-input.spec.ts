import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Body, Controller } from '@nestjs/common';
import { type OpenAPIObject } from '@nestjs/swagger';
import { type HttpApp, startHttpApp } from '../../../test/support/http-app.js';
import { Nested } from '../fields/structures.js';
import { Flag, ListLimit, OneOf, Release, Text, Whole } from '../fields/values.js';
import { Operation } from '../operation.decorator.js';
import { QueryObject } from '../query/query-object.decorator.js';
import { loadSwagger } from '../shapes/documentation.js';
import { closeShapes } from '../shapes/shape-schema.js';

class EqualsFilter {
  @Text({ optional: true }) readonly name?: string;
}

class InstalledOptions {
  @ListLimit({ min: 0, optional: true, note: 'Page size' }) readonly limit?: number;
  @OneOf([1, -1], { optional: true }) readonly order?: 1 | -1;
  @Release({ optional: true }) readonly platform_version?: string;
  @Nested(() => EqualsFilter, { optional: true }) readonly equals?: EqualsFilter;
}

class EventParameters {
  @Text({ optional: true }) readonly source?: string;
  @Flag({ optional: true }) readonly sort?: boolean;
}

class FlatOptions {
  @Text({ note: 'The value to find', example: '@acme/vlan' }) readonly equals!: string;
  @Whole({ min: 0, optional: true }) readonly skip?: number;
}

class EchoedOptions {
  @ListLimit({ min: 1, optional: true }) readonly limit?: number;
}

class EchoedSearch {
  @Nested(() => EchoedOptions) readonly options!: EchoedOptions;
}

class NotADto {
  readonly name!: string;
}

@Controller()
class EchoController {
  @Operation('listInstalledArtifacts', InstalledOptions)
  listInstalledArtifacts(@QueryObject() query: InstalledOptions): object {
    return { query };
  }

  @Operation('searchEvents')
  searchEvents(@QueryObject() query: EventParameters): object {
    return { result: { query } };
  }

  @Operation('listInstalledPrebuilts')
  listInstalledPrebuilts(@QueryObject() query: FlatOptions): object {
    return { query };
  }

  @Operation('searchBackups')
  searchBackups(@Body() body: EchoedSearch): object {
    return { backups: { body } };
  }

  @Operation('preserveFormData')
  preserveFormData(@Body() body: unknown): object {
    return { data: { body: typeof body } };
  }
}

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly json: { readonly query?: unknown; readonly errors?: unknown; readonly detail?: string };
}

describe('input over HTTP', () => {
  let http: HttpApp;

  beforeAll(async () => {
    http = await startHttpApp([EchoController], { env: { LIST_LIMIT_MAX: '100' } });
  });
  afterAll(() => http.close());

  async function call(path: string, init?: RequestInit): Promise<Reply> {
    const response = await fetch(`${http.url}${path}`, init);
    const json = (await response.json()) as Reply['json'];
    return { status: response.status, headers: response.headers, json };
  }
  const post = (path: string, body: string): Promise<Reply> =>
    call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

  const list = '/admin/artifacts';
  const backups = '/configuration_manager/backups';

  it('hands a handler its decoded and validated options', async () => {
    const path = `${list}?queryOptions%5Blimit%5D=5&order=-1&equals[name]=x&platform_version=2020.10`;
    const { status, json } = await call(path);
    expect(status).toBe(200);
    expect(json).toEqual({
      query: { limit: 5, order: -1, equals: { name: 'x' }, platform_version: '2020.10' },
    });
  });

  it('hands it an empty object when there are none', async () => {
    const { json } = await call(list, { headers: { 'content-type': 'application/json' } });
    expect(json).toEqual({ query: {} });
  });

  it('places the faults of a wrapped object below its name', async () => {
    const { status, json } = await call(
      `${list}?limit=-1&queryOptions[equals][zip]=1&toString=2&token=x`,
    );
    expect(status).toBe(400);
    expect(json.errors).toEqual([
      {
        pointer: '#/queryOptions/toString',
        detail: expect.stringContaining('is not a known key; known: '),
      },
      {
        pointer: '#/queryOptions/equals/zip',
        detail: expect.stringContaining('is not a known key; known: '),
      },
      { pointer: '#/queryOptions/limit', detail: 'must be at least 0' },
    ]);
  });

  it('answers 400 for a query string that cannot be read, and goes on serving', async () => {
    for (const query of ['a=%zz', '__proto__[x]=1', 'queryOptions=1', 'a=1&'.repeat(101)])
      expect((await call(`${list}?${query}`)).status).toBe(400);
    expect((await call(list)).status).toBe(200);
  });

  it('names what it ignores where unknown keys are ignored', async () => {
    const path = '/operations-manager/events?queryParameters[sort]=True&include=a&source=x&token=t';
    const { json, headers } = await call(path);
    expect(json).toEqual({ result: { query: { sort: true, source: 'x' } } });
    expect(headers.get('x-ignored-parameters')).toBe('include');
  });

  it('takes flat options where there is no wrapper', async () => {
    const { json, headers } = await call('/prebuilts?equals=a&skip=2&queryOptions[skip]=3');
    expect(json).toEqual({ query: { equals: 'a', skip: 2 } });
    expect(headers.get('x-ignored-parameters')).toBe('queryOptions');
    expect((await call('/prebuilts')).json.errors).toEqual([
      { pointer: '#/equals', detail: 'is required' },
    ]);
  });

  it.each([
    ['101', 100],
    ['0', 100],
  ])('clamps the limit %s and says so', async (limit, applied) => {
    const { json, headers } = await call(`${list}?limit=${limit}`);
    expect(json).toEqual({ query: { limit: applied } });
    expect(headers.get('x-limit-applied')).toBe(String(applied));
  });

  it('clamps a limit inside of a body, and says nothing of one that is within', async () => {
    const clamped = await post(backups, '{"options":{"limit":5000}}');
    expect(clamped.json).toEqual({ backups: { body: { options: { limit: 100 } } } });
    expect(clamped.headers.get('x-limit-applied')).toBe('100');
    const within = await post(backups, '{"options":{"limit":100}}');
    expect(within.headers.get('x-limit-applied')).toBeNull();
  });

  it.each([
    ['', '#', 'is required'],
    ['null', '#', 'is required'],
    ['[]', '#', 'must be an object'],
    ['{"options":{"limit":"5"}}', '#/options/limit', 'must be an integer'],
    [
      '{"options":{},"hasOwnProperty":1}',
      '#/hasOwnProperty',
      expect.stringContaining('is not a known key; known: '),
    ],
  ])('refuses the body %j', async (body, pointer, detail) => {
    const { status, json } = await post(backups, body);
    expect(status).toBe(400);
    expect(json.errors).toEqual([{ pointer, detail }]);
  });

  it('leaves bodies of no declared class to their handler', async () => {
    expect((await post('/formbuilder/preserveFormData', '[1]')).json).toEqual({
      data: { body: 'object' },
    });
  });

  it('mounts no handler of a body whose class declares no fields', () => {
    const mount = (): unknown => {
      class Careless {
        @Operation('restQuery')
        restQuery(@Body() body: NotADto): object {
          return body;
        }
      }
      return Careless;
    };
    expect(mount).toThrow('the body class of restQuery declares its fields');
  });

  describe('in the API document', () => {
    let document: OpenAPIObject;
    const parametersOf = (path: string): unknown => document.paths[path]?.get?.parameters;

    beforeAll(async () => {
      const { DocumentBuilder, SwaggerModule } = await loadSwagger();
      const head = new DocumentBuilder().build();
      document = SwaggerModule.createDocument(http.app, head, { autoTagControllers: false });
    });

    it('is one deepObject parameter, optional where the interface requires it', () => {
      expect(parametersOf(list)).toEqual([
        {
          name: 'queryOptions',
          in: 'query',
          style: 'deepObject',
          explode: true,
          required: false,
          'x-interface': 'required',
          description: expect.stringContaining('Unknown keys are refused') as unknown,
          schema: {
            type: 'object',
            additionalProperties: false,
            examples: [{}],
            properties: expect.objectContaining({
              limit: {
                anyOf: [
                  { type: 'integer', minimum: 0 },
                  { type: 'string', pattern: '^[0-9]{1,16}$' },
                ],
                description: 'Page size',
              },
              equals: {
                type: 'object',
                additionalProperties: false,
                properties: { name: { type: 'string' } },
              },
            }) as unknown,
          },
        },
      ]);
    });

    it('is open where unknown keys are ignored', () => {
      expect(parametersOf('/operations-manager/events')).toMatchObject([
        { name: 'queryParameters', schema: { additionalProperties: true } },
      ]);
    });

    it('is one parameter a field where options travel flat', () => {
      expect(parametersOf('/prebuilts')).toEqual([
        {
          name: 'equals',
          in: 'query',
          required: true,
          description: 'The value to find',
          schema: { type: 'string', examples: ['@acme/vlan'] },
        },
        expect.objectContaining({ name: 'skip', required: false }),
      ]);
    });

    it('is a closed component in bodies', () => {
      expect(closeShapes(document.components?.schemas ?? {})).toMatchObject({
        EchoedSearch: {
          additionalProperties: false,
          required: ['options'],
          properties: { options: { $ref: '#/components/schemas/EchoedOptions' } },
        },
        EchoedOptions: { properties: { limit: { type: 'integer', minimum: 1 } } },
      });
    });
  });
});
