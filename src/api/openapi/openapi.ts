import { type INestApplication } from '@nestjs/common';
import { type OpenAPIObject } from '@nestjs/swagger';
import { type Config } from '../../platform/config/config.js';
import { PACKAGE_INFO } from '../../platform/config/package-info.js';
import { isOpen } from '../access/may-call.js';
import {
  RESOURCE_SIGNATURE_HEADER,
  RESOURCE_TOKEN_HEADER,
  takesResourceCredential,
} from '../access/resource-credential.js';
import { LINES_TYPE } from '../http/json-lines.js';
import { BODY_VALUES_MAX, bodyLimitOf, SMALL_BODY_MAX_BYTES } from '../operations/body-limits.js';
import { mountedPath } from '../operations/mounted-path.js';
import { pathExample } from '../operations/examples/path-examples.js';
import { type OperationSpec } from '../operations/operation-spec.js';
import {
  BUILT_OPERATIONS,
  type OperationId,
  OPERATIONS,
  operationSpec,
} from '../operations/operations.js';
import { loadSwagger, type Swagger } from '../shapes/documentation.js';
import { closeShapes } from '../shapes/shape-schema.js';
import {
  documentProblems,
  PROBLEM_SCHEMA,
  SCIM_ERROR_SCHEMA,
  SHARED_RESPONSES,
} from './problem-responses.js';
import { SCIM_MEDIA_TYPE } from '../problems/scim-error.js';
import { withSharedParameters } from './shared-parameters.js';
import { toJsonSchema } from './json-schema.js';
import { GROUPS } from './groups.js';
import { operationDescription, pathPartInWords } from './operation-description.js';
import { requestHeaders } from './request-headers.js';
import { answersRevision } from '../operations/answers-revision.js';
import { addExamples } from './with-examples.js';

const DESCRIPTION =
  'Management API of a network automation platform. ' +
  'Sign in with `POST /login` and present the token, which has no form to read, as Bearer. ' +
  'Basic, the cookie `token` and `?token=` work too, for those who can send nothing else. ' +
  'Failures are problem documents (RFC 9457).';

/**
 * One way only: of several, generated clients send each that a token fits, in addresses and cookies too,
 * or take a token for a password. The others are said in words.
 */
const SECURITY = [{ bearer: [] }];

const OWN_SECURITY = [{ triggerToken: [] }, { triggerSignature: [] }];

type PathItem = OpenAPIObject['paths'][string];
type OperationObject = NonNullable<PathItem['get']>;
type Parameters = NonNullable<OperationObject['parameters']>;

/**
 * The contract of the running application as an OpenAPI 3.1 document.
 * @param server what it is served with: rows with `belowBaseUrl` are shown where they are served.
 */
export async function buildOpenApi(
  app: INestApplication,
  server: Config['server'],
): Promise<OpenAPIObject> {
  const swagger = await loadSwagger();
  const options = { autoTagControllers: false };
  const document = swagger.SwaggerModule.createDocument(app, head(swagger), options);
  for (const id of BUILT_OPERATIONS) {
    const operation = findOperation(document, operationSpec(id));
    if (!operation) continue;
    const limitBytes = bodyLimitOf(operationSpec(id), server.bodyLimitBytes);
    describe(operation, operationSpec(id));
    operation.description = operationDescription(operationSpec(id), limitBytes);
    Object.assign(operation, { 'x-body-limit-bytes': limitBytes });
    if (limitBytes > SMALL_BODY_MAX_BYTES)
      Object.assign(operation, { 'x-body-limit-values': BODY_VALUES_MAX });
  }
  const schemas = {
    ...closeShapes(document.components?.schemas ?? {}),
    Problem: PROBLEM_SCHEMA,
    ScimError: SCIM_ERROR_SCHEMA,
  };
  const whole = toJsonSchema({
    ...document,
    paths: inTableOrder(document.paths, server.orchestratorBaseUrl),
    tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
    components: { ...document.components, responses: SHARED_RESPONSES, schemas },
    'x-planned-operations': plannedOperations(),
  });
  addExamples(whole);
  return withSharedParameters(whole);
}

/** The order of the table, not that in which modules happen to be loaded: diffs stay small. */
function inTableOrder(paths: OpenAPIObject['paths'], baseUrl: string): OpenAPIObject['paths'] {
  const specs = BUILT_OPERATIONS.map(operationSpec);
  const order = specs.map(({ path }) => documentedPath(path));
  const served = specs.map((spec) => documentedPath(mountedPath(spec, baseUrl)));
  return Object.fromEntries(
    Object.entries(paths)
      .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
      .map(([path, item]) => [served[order.indexOf(path)] ?? path, item]),
  );
}

function head({ DocumentBuilder }: Swagger): Omit<OpenAPIObject, 'paths'> {
  return (
    new DocumentBuilder()
      .setOpenAPIVersion('3.1.0')
      .setTitle('Netadmin API')
      .setDescription(DESCRIPTION)
      .setVersion(PACKAGE_INFO.version)
      .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
      .addServer('/', 'The server that this document came from')
      // Not `addBearerAuth`, which says that tokens are JWT.
      .addSecurity('bearer', { type: 'http', scheme: 'bearer' })
      .addApiKey({ type: 'apiKey', in: 'header', name: RESOURCE_TOKEN_HEADER }, 'triggerToken')
      .addApiKey(
        { type: 'apiKey', in: 'header', name: RESOURCE_SIGNATURE_HEADER },
        'triggerSignature',
      )
      .build()
  );
}

/** `/prebuilts/:id` of the table is `/prebuilts/{id}` in the document. */
export function documentedPath(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

function findOperation(document: OpenAPIObject, spec: OperationSpec): OperationObject | undefined {
  const item = document.paths[documentedPath(spec.path)];
  return item?.[spec.method.toLowerCase() as 'get'];
}

/** Adds what the table knows and the handler does not: who may call, where it is from, failures. */
function describe(operation: OperationObject, spec: OperationSpec): void {
  const { access } = spec;
  operation.security = securityOf(spec);
  Object.assign(operation, {
    ...(typeof access === 'object' && 'roles' in access && { 'x-roles': access.roles }),
    'x-application': spec.application,
    'x-basis': spec.basis,
    ...(spec.number !== undefined && { 'x-interface-operation': spec.number }),
  });
  operation.parameters = [...allParameters(operation, spec), ...requestHeaders(spec)];
  if (answersRevision(spec)) {
    operation.responses['304'] = {
      description: 'The answer is the one whose `ETag` is in `If-None-Match`',
    };
  }
  documentMedia(operation, spec);
  documentScimBody(operation, spec);
  documentProblems(operation, spec);
  if (spec.jsonRpc) documentMessages(operation);
}

/** Messages that say what is wrong with another one are not always answered with 200. */
function documentMessages({ responses }: OperationObject): void {
  responses['202'] = { description: 'A notification, which is not answered' };
  const schema = { type: 'object', description: 'A message with `error`' } as const;
  for (const status of ['400', '404']) {
    const other = responses[status];
    const problem = other && !('$ref' in other) ? other.content : {};
    responses[status] = {
      description: 'The message cannot be answered, or another problem',
      content: { 'application/json': { schema }, ...problem },
    };
  }
}

/** A handler that takes all parts of its path at once names none of them. */
function allParameters({ parameters = [] }: OperationObject, { path }: OperationSpec): Parameters {
  const named = new Set(parameters.map((one) => ('name' in one ? one.name : '')));
  const missing = [...path.matchAll(/:(\w+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !named.has(name))
    .map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }) as const);
  return [...missing, ...parameters].map((one) => {
    if (!('in' in one) || one.in !== 'path') return one;
    const example = pathExample(path, one.name);
    return { description: pathPartInWords(one.name), ...one, example };
  });
}

/** Texts, pictures and streams are texts to a client; of lines, each is JSON by itself; SCIM has a type of its own. */
function documentMedia(operation: OperationObject, spec: OperationSpec): void {
  const answer = operation.responses[String(spec.success ?? 200)];
  if (!answer || '$ref' in answer) return;
  const { 'application/json': asJson, ...others } = answer.content ?? {};
  if (asJson && spec.scim) answer.content = { ...others, [SCIM_MEDIA_TYPE]: asJson };
  for (const [media, type] of mediaOf(spec))
    answer.content = { ...answer.content, [media]: { schema: { type } } };
}

/** SCIM clients send its own media type. */
function documentScimBody({ requestBody }: OperationObject, { scim }: OperationSpec): void {
  if (!scim || !requestBody || '$ref' in requestBody) return;
  const { 'application/json': json } = requestBody.content;
  if (json) requestBody.content[SCIM_MEDIA_TYPE] = json;
}

/** Media types that no class of answers describes, and what they are. */
function mediaOf({
  json,
  lines,
  media = [],
}: OperationSpec): readonly (readonly [string, string])[] {
  const texts = lines ? [...media, LINES_TYPE] : media;
  const all = texts.map((type) => [type, 'string'] as const);
  return json ? [['application/json', json], ...all] : all;
}

function securityOf(spec: OperationSpec): Record<string, string[]>[] {
  if (isOpen(spec)) return [];
  return takesResourceCredential(spec) ? [...SECURITY, ...OWN_SECURITY] : SECURITY;
}

function plannedOperations(): object[] {
  return (Object.keys(OPERATIONS) as OperationId[])
    .filter((id) => operationSpec(id).state === 'planned')
    .map((id) => ({ operationId: id, ...pick(operationSpec(id)) }));
}

function pick({ number, method, path, summary }: OperationSpec): object {
  return { number, method, path: documentedPath(path), summary };
}
