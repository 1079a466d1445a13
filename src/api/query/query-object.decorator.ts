import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { invalidInput } from '../../kernel/app-error.js';
import { invariant } from '../../kernel/invariant.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { noteHeader } from '../../platform/request-context/request-context.js';
import { type OperationId, OPERATIONS, operationSpec } from '../operations/operations.js';
import { hasShape } from '../shapes/shape.js';
import { validInput } from '../validation/valid-input.js';
import { IGNORED_PARAMETERS, ignoredParameters } from './ignored-parameters.js';
import { documentQuery } from './query-documentation.js';
import { decodeQueryObject, type QueryObjectSource } from './query-object.js';

/**
 * The options of an operation, of GET as a rule, decoded out of every form in which they may arrive and validated
 * by their DTO. The handler is named as its row of the operations table, whose `query` and
 * `unknownQueryKeys` say how. An absent object is `{}`; defaults are the service's.
 */
export function QueryObject(): ParameterDecorator {
  return (target, key, index) => {
    invariant(
      typeof key === 'string' && key in OPERATIONS,
      `${String(key)} has a row in the table`,
    );
    const spec = operationSpec(key as OperationId);
    invariant(spec.query !== undefined, `the row of ${key} says how its options travel`);
    const types = Reflect.getMetadata('design:paramtypes', target, key) as unknown[];
    const type = types[index];
    invariant(hasShape(type), `@QueryObject() of ${key} is a DTO class with fields`);
    const wrapper = spec.query === 'flat' ? undefined : spec.query;
    const source = { type, wrapper, unknownKeys: spec.unknownQueryKeys ?? 'ignored' };
    documentQuery(source, spec)(target, key, methodOf(target, key));
    DecodedQueryObject(source)(target, key, index);
  };
}

const DecodedQueryObject = createParamDecorator(
  (source: QueryObjectSource, context: ExecutionContext) => {
    const { method, query, body, server } = context.switchToHttp().getRequest<FastifyRequest>();
    // Elsewhere the body is the operation's own input, and options stand on the query string alone.
    const given = { query, body: method === 'GET' ? body : undefined };
    const decoded = decodeQueryObject(source.type, source, given);
    if (decoded.kind === 'refused') throw invalidInput(decoded.faults);
    if (decoded.ignored.length > 0)
      noteHeader(IGNORED_PARAMETERS, ignoredParameters(decoded.ignored));
    const { type, wrapper } = source;
    // Faults of a wrapped object are told below its name.
    const pointer = wrapper === undefined ? '#' : jsonPointer([wrapper]);
    return validInput(type, decoded.value, { pointer, limitMax: server.listLimits.limitMax });
  },
);

function methodOf(target: object, key: string): PropertyDescriptor {
  const descriptor = Object.getOwnPropertyDescriptor(target, key);
  invariant(descriptor, `${key} is a method`);
  return descriptor;
}
