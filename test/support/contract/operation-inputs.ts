import { type OpenAPIObject } from '@nestjs/swagger';
import { type OperationId, operationSpec } from '../../../src/api/operations/operations.js';
import { type JsonObject } from '../../../src/kernel/json.js';
import { anArtifact } from '../factories/an-artifact.js';

/** Where an operation takes its input from. */
export type Carrier = 'body' | 'queryOptions' | 'flat';

/** What the contract says of one input of an operation. */
export interface DescribedInput {
  readonly carrier: Carrier;
  readonly schema: object;
  /** Pointer under which refusals name its places. */
  readonly base: string;
}

/**
 * For every operation that takes an input, one that passes validation and then changes nothing: what
 * it names is absent, or there already. Objects are written out so that tests reach their fields.
 */
export const VALID_INPUTS: Partial<Record<OperationId, Partial<Record<Carrier, JsonObject>>>> = {
  listPrebuilts: {
    queryOptions: {
      page: 1,
      order: 1,
      platform_version: '2024.1',
      search: 'x',
      config: '@local',
      versionStatus: 'latest',
    },
  },
  listAvailableArtifacts: {
    queryOptions: { page: 1, order: -1, platformVersion: '2024.1', search: 'x' },
  },
  listInstalledArtifacts: {
    queryOptions: {
      limit: 1,
      skip: 0,
      order: 1,
      sort: 'name',
      equals: { name: 'x', version: '1', keywords: 'x' },
      contains: { name: 'x', description: 'x' },
    },
  },
  listRepositoryConfigs: {
    queryOptions: { contains: 'x', equals: 'x', startsWith: 'x', sort: 'name', order: 1 },
  },
  login: { body: { user: { username: 'nobody', password: 'wrong' } } },
  logoutByQuery: { flat: { logout: 'true' } },
  installArtifact: {
    body: {
      config: '@local',
      name: '@acme/absent',
      version: '1.0.0',
      options: { overwrite: false, force: false },
    },
  },
  exportArtifact: { flat: { dialect: 'original' } },
  listInstalledPrebuilts: { flat: { equals: 'x', equalsField: 'name', skip: '0', limit: '1' } },
  importPrebuilt: { body: { prebuilt: anArtifact(), options: { overwrite: true } } },
  updatePrebuilt: { body: { prebuilt: anArtifact() } },
  exportPrebuilt: { flat: { dialect: 'original' } },
  createRepositoryConfig: {
    body: {
      name: '@local',
      enabled: false,
      type: 'gitlab',
      hostname: 'git.acme.example',
      path: 'automations',
      credentials: { token: 'x' },
    },
  },
  updateRepositoryConfig: {
    body: { enabled: false, type: 'gitlab', path: 'x', credentials: { token: 'x' } },
  },
};

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly style?: string;
  readonly schema: object;
}
interface Described {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: object }>> };
}

/** Every input of an operation that the contract describes, but for its path. */
export function inputsOf(document: OpenAPIObject, id: OperationId): readonly DescribedInput[] {
  const { method, path } = operationSpec(id);
  const item = document.paths[path.replace(/:(\w+)/g, '{$1}')];
  const { parameters = [], requestBody } = (item?.[method.toLowerCase() as 'get'] ??
    {}) as Described;
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const objects = query.filter(({ style }) => style === 'deepObject');
  const flat = query.filter(({ style }) => style !== 'deepObject');
  const body = requestBody?.content['application/json']?.schema;
  return [
    ...objects.map(({ name, schema }) => ({
      // Only two names of query objects exist, and one of them has no built operation yet.
      carrier: name as Carrier,
      schema,
      base: `#/${name}`,
    })),
    ...(flat.length > 0 ? [{ carrier: 'flat' as const, schema: objectOf(flat), base: '#' }] : []),
    ...(body ? [{ carrier: 'body' as const, schema: body, base: '#' }] : []),
  ];
}

/** Flat parameters as one object; keys beside them are ignored. */
function objectOf(parameters: readonly Parameter[]): object {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: true,
  };
}
