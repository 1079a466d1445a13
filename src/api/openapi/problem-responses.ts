import { type OpenAPIObject } from '@nestjs/swagger';
import { type ErrorKind } from '../../kernel/app-error.js';
import { isOpen } from '../access/may-call.js';
import { takesIdempotencyKey } from '../operation.decorator.js';
import { type OperationSpec } from '../operations/operation-spec.js';
import { PROBLEMS } from '../problems/problems.js';
import { SCIM_MEDIA_TYPE } from '../problems/scim-error.js';
import { isNeverLimited } from '../rate-limit/count-request.js';
import { SCIM_TYPES } from '../../cores/scim/scim-error.js';
import { expectsRevision } from './request-headers.js';

type PathItem = OpenAPIObject['paths'][string];
type OperationObject = NonNullable<PathItem['get']>;

/** What an orchestrator said, member by member (RFC 8040, 7.1). */
const UPSTREAM_FAULT = {
  type: 'object',
  additionalProperties: false,
  required: ['status'],
  description: 'What the other system answered, where it found the fault',
  properties: {
    status: { type: 'integer', description: 'Its HTTP status' },
    'error-type': { type: 'string' },
    'error-tag': { type: 'string' },
    'error-app-tag': { type: 'string' },
    'error-path': { type: 'string' },
    'error-message': { type: 'string' },
  },
};

/** The RFC 9457 document that every failure answers. */
export const PROBLEM_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['type', 'title', 'status', 'detail', 'message', 'instance', 'code'],
  properties: {
    type: { type: 'string', description: 'Identifies the kind of problem' },
    title: { type: 'string', description: 'The kind in words' },
    status: { type: 'integer', description: 'The HTTP status' },
    detail: { type: 'string', description: 'What happened here' },
    message: { type: 'string', description: 'The same as `detail`' },
    instance: { type: 'string', description: 'The request that failed' },
    code: { type: 'string', description: 'Stable name for programs' },
    error: {
      type: 'string',
      description: 'The same as `detail`; on `POST /oauth/token` the code of RFC 6749, section 5.2',
    },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['pointer', 'detail'],
        properties: {
          pointer: { type: 'string', description: 'JSON pointer to the place (RFC 6901)' },
          detail: { type: 'string', description: 'The rule that is broken there' },
          upstream: UPSTREAM_FAULT,
        },
      },
    },
    current: {
      type: 'object',
      additionalProperties: true,
      description: 'What is there instead, of conflicts that a program can resolve',
    },
  },
};

/** What SCIM answers instead (RFC 7644, 3.12). */
export const SCIM_ERROR_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['schemas', 'status', 'detail'],
  properties: {
    schemas: { type: 'array', items: { type: 'string' } },
    status: { type: 'string', description: 'The HTTP status' },
    scimType: { type: 'string', enum: [...SCIM_TYPES], description: "SCIM's word for the fault" },
    detail: { type: 'string', description: 'What happened here' },
  },
};

const CONTENT = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
};
const SCIM_CONTENT = {
  [SCIM_MEDIA_TYPE]: { schema: { $ref: '#/components/schemas/ScimError' } },
};

/** What any request may be told, whatever its operation does with it: described once for all of them. */
const SHARED: readonly {
  readonly kind: ErrorKind;
  readonly follows?: (spec: OperationSpec) => boolean;
  /** It is answered before the path has been read, so that SCIM's form cannot be told to be due. */
  readonly isUnread?: true;
}[] = [
  { kind: 'invalid-input' },
  // A page of another origin may have caused a change that comes with the cookie alone.
  { kind: 'forbidden', follows: mayBeForged },
  { kind: 'request-timeout', isUnread: true },
  { kind: 'payload-too-large' },
  { kind: 'unsupported-media-type' },
  { kind: 'expectation-failed' },
  { kind: 'too-many-requests', follows: (spec) => !isNeverLimited(spec) },
  { kind: 'headers-too-large', isUnread: true },
  { kind: 'unavailable', follows: (spec) => !isOpen(spec) || spec.body !== undefined },
];

interface SharedResponse {
  readonly description: string;
  readonly content: Record<string, { readonly schema: { readonly $ref: string } }>;
}

/** The responses that operations share, by the name under which they refer to them. */
export const SHARED_RESPONSES = Object.fromEntries<SharedResponse>(
  SHARED.flatMap(({ kind, isUnread }) => {
    const description = PROBLEMS[kind].title;
    const responses: [string, SharedResponse][] = [[kind, { description, content: CONTENT }]];
    if (!isUnread) responses.push([`scim-${kind}`, { description, content: SCIM_CONTENT }]);
    return responses;
  }),
);

/** What follows from a row beside the failures that it names. */
const IMPLIED: readonly {
  readonly kinds: readonly ErrorKind[];
  readonly follows: (spec: OperationSpec) => boolean;
}[] = [
  { kinds: ['unauthenticated'], follows: (spec) => !isOpen(spec) },
  {
    kinds: ['forbidden'],
    follows: ({ access }) => typeof access === 'object' && 'roles' in access,
  },
  { kinds: ['invalid-input'], follows: takesInput },
  {
    kinds: ['invalid-input', 'conflict', 'idempotency-key-reused'],
    follows: takesIdempotencyKey,
  },
];

/** Kinds an operation can answer: those of its row, and what its access and its input imply. */
export function documentedKinds(spec: OperationSpec): readonly ErrorKind[] {
  const implied = IMPLIED.filter(({ follows }) => follows(spec));
  return [...new Set([...(spec.problems ?? []), ...implied.flatMap(({ kinds }) => kinds)])];
}

function takesInput(spec: OperationSpec): boolean {
  const takesBody = ['POST', 'PUT', 'PATCH'].includes(spec.method);
  return takesBody || spec.query !== undefined || expectsRevision(spec);
}

/** What `AuthenticationGuard` holds against the origin of a caller with a cookie. */
function mayBeForged(spec: OperationSpec): boolean {
  return !isOpen(spec) && (spec.changes === true || spec.method !== 'GET');
}

/** Documents the failures by status, and says that a failure of the server itself has the same form. */
export function documentProblems(operation: OperationObject, spec: OperationSpec): void {
  const shared = SHARED.filter(({ follows }) => follows?.(spec) ?? true);
  const content = spec.scim ? SCIM_CONTENT : CONTENT;
  for (const { kind, isUnread } of shared) {
    const name = spec.scim && !isUnread ? `scim-${kind}` : kind;
    operation.responses[String(PROBLEMS[kind].status)] = { $ref: `#/components/responses/${name}` };
  }
  const kinds = documentedKinds(spec);
  for (const status of new Set(kinds.map((kind) => PROBLEMS[kind].status))) {
    const titles = [...new Set([...kinds, ...shared.map(({ kind }) => kind)])]
      .filter((kind) => PROBLEMS[kind].status === status)
      .map((kind) => PROBLEMS[kind].title);
    operation.responses[String(status)] = { description: titles.join(', or: '), content };
  }
  operation.responses.default = { description: 'Any other problem', content };
}
