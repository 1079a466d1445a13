import { type INestApplication } from '@nestjs/common';
import { type OpenAPIObject } from '@nestjs/swagger';
import { type Config } from '../../platform/config/config.js';
import { PACKAGE_INFO } from '../../platform/config/package-info.js';
import { isOpen } from '../access/may-call.js';
import {
  OWN_SIGNATURE_HEADER,
  OWN_TOKEN_HEADER,
  takesOwnCredential,
} from '../access/own-credential.js';
import { LINES_TYPE } from '../http/json-lines.js';
import { bodyLimitOf } from '../operations/body-limits.js';
import { mountedPath } from '../operations/mounted-path.js';
import { type OperationSpec } from '../operations/operation-spec.js';
import {
  BUILT_OPERATIONS,
  type OperationId,
  OPERATIONS,
  operationSpec,
} from '../operations/operations.js';
import { loadSwagger, type Swagger } from '../shapes/documentation.js';
import { closeShapes } from '../shapes/shape-schema.js';
import { documentProblems, PROBLEM_SCHEMA, SHARED_RESPONSES } from './problem-responses.js';
import { toJsonSchema } from './json-schema.js';
import { answersRevision, requestHeaders } from './request-headers.js';

const DESCRIPTION =
  'Management API of a network automation platform. ' +
  'Sign in with `POST /login` and present the token as Bearer; Basic, a cookie and `?token=` work too. ' +
  'Failures are problem documents (RFC 9457).';

const SECURITY = [{ bearer: [] }, { basic: [] }, { cookie: [] }, { queryToken: [] }];

const OWN_SECURITY = [{ triggerToken: [] }, { triggerSignature: [] }];

type PathItem = OpenAPIObject['paths'][string];
type OperationObject = NonNullable<PathItem['get']>;

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
    describe(operation, operationSpec(id));
    const limitBytes = bodyLimitOf(operationSpec(id), server.bodyLimitBytes);
    Object.assign(operation, { 'x-body-limit-bytes': limitBytes });
  }
  const schemas = { ...closeShapes(document.components?.schemas ?? {}), Problem: PROBLEM_SCHEMA };
  return toJsonSchema({
    ...document,
    paths: inTableOrder(document.paths, server.orchestratorBaseUrl),
    components: { ...document.components, responses: SHARED_RESPONSES, schemas },
    'x-planned-operations': plannedOperations(),
  });
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
  return new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Netadmin API')
    .setDescription(DESCRIPTION)
    .setVersion(PACKAGE_INFO.version)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addBearerAuth({ type: 'http', scheme: 'bearer' }, 'bearer')
    .addBasicAuth({ type: 'http', scheme: 'basic' }, 'basic')
    .addCookieAuth('token', { type: 'apiKey', in: 'cookie' }, 'cookie')
    .addApiKey({ type: 'apiKey', in: 'query', name: 'token' }, 'queryToken')
    .addApiKey({ type: 'apiKey', in: 'header', name: OWN_TOKEN_HEADER }, 'triggerToken')
    .addApiKey({ type: 'apiKey', in: 'header', name: OWN_SIGNATURE_HEADER }, 'triggerSignature')
    .build();
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
  operation.parameters = [...(operation.parameters ?? []), ...requestHeaders(spec)];
  if (answersRevision(spec)) {
    operation.responses['304'] = {
      description: 'The revision in `If-None-Match` is the present one',
    };
  }
  documentMedia(operation, spec);
  documentProblems(operation, spec);
}

/** Texts, pictures and streams have no schema; of lines, each is JSON by itself. */
function documentMedia(operation: OperationObject, { lines, media = [] }: OperationSpec): void {
  const answer = operation.responses['200'];
  if (!answer || '$ref' in answer) return;
  for (const type of lines ? [...media, LINES_TYPE] : media) {
    answer.content = { ...answer.content, [type]: {} };
  }
}

function securityOf(spec: OperationSpec): Record<string, string[]>[] {
  if (isOpen(spec)) return [];
  return takesOwnCredential(spec) ? [...SECURITY, ...OWN_SECURITY] : SECURITY;
}

function plannedOperations(): object[] {
  return (Object.keys(OPERATIONS) as OperationId[])
    .filter((id) => operationSpec(id).state === 'planned')
    .map((id) => ({ operationId: id, ...pick(operationSpec(id)) }));
}

function pick({ number, method, path, summary }: OperationSpec): object {
  return { number, method, path: documentedPath(path), summary };
}
