import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { type Fault, invalidInput } from '../../kernel/app-error.js';
import { invariant } from '../../kernel/invariant.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { noteHeader } from '../../platform/request-context/request-context.js';
import { operationSpec } from '../operations/operations.js';
import { IGNORED_PARAMETERS, ignoredParameters } from '../query/ignored-parameters.js';
import { type ListDeclaration } from './list-declaration.js';
import { documentList } from './list-documentation.js';
import { type ListRequest } from './list-request.js';
import { readList } from './read-list.js';

/** The options of a list, by its declaration; the handler is named as its row of the operations table. */
export function ListOptions(list: ListDeclaration): ParameterDecorator {
  return (target, key, index) => {
    invariant(key === list.id, `${list.id} is the list of its own handler`);
    const descriptor = Object.getOwnPropertyDescriptor(target, key);
    invariant(descriptor, `${key} is a method`);
    documentList(list, operationSpec(list.id))(target, key, descriptor);
    ReadOptions(list)(target, key, index);
  };
}

const ReadOptions = createParamDecorator(
  (list: ListDeclaration, context: ExecutionContext): ListRequest => {
    const { method, query, body, server } = context.switchToHttp().getRequest<FastifyRequest>();
    // Elsewhere the body is the operation's own input, and options stand on the query string alone.
    const carriers = { query, body: method === 'GET' ? body : undefined };
    const read = readList(list, carriers, server.listLimits);
    if (read.kind === 'refused') throw invalidInput(placed(list, read.faults));
    if (read.ignored.length > 0) noteHeader(IGNORED_PARAMETERS, ignoredParameters(read.ignored));
    if (read.limitApplied !== undefined) noteHeader('X-Limit-Applied', String(read.limitApplied));
    return read.request;
  },
);

/** Faults of a wrapped object are told below its name. */
function placed({ id }: ListDeclaration, faults: readonly Fault[]): readonly Fault[] {
  const { query } = operationSpec(id);
  if (query === undefined || query === 'flat') return faults;
  const base = jsonPointer([query]);
  return faults.map(({ pointer, detail }) =>
    pointer === '#' || pointer === base
      ? { pointer, detail }
      : { pointer: `${base}${pointer.slice(1)}`, detail },
  );
}
