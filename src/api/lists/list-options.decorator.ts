import {
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  type PipeTransform,
} from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { type Fault, invalidInput } from '../../kernel/app-error.js';
import { invariant } from '../../kernel/invariant.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { type Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { noteHeader } from '../../platform/request-context/request-context.js';
import { operationSpec } from '../operations/operations.js';
import { IGNORED_PARAMETERS, ignoredParameters } from '../query/ignored-parameters.js';
import { type ListDeclaration } from './list-declaration.js';
import { documentList } from './list-documentation.js';
import { type ListRequest } from './list-request.js';
import { readList } from './read-list.js';

/** What a request says of a list, before it is understood. */
interface GivenList {
  readonly list: ListDeclaration;
  readonly query: unknown;
  readonly body: unknown;
}

/** Understands what is asked of a list, or refuses it. */
@Injectable()
export class ListOptionsPipe implements PipeTransform<GivenList, ListRequest> {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  transform({ list, query, body }: GivenList): ListRequest {
    const read = readList(list, { query, body }, this.config.lists);
    if (read.kind === 'refused') throw invalidInput(placed(list, read.faults));
    if (read.ignored.length > 0) noteHeader(IGNORED_PARAMETERS, ignoredParameters(read.ignored));
    if (read.limitApplied !== undefined) noteHeader('X-Limit-Applied', String(read.limitApplied));
    return read.request;
  }
}

/** The options of a list, by its declaration; the handler is named as its row of the operations table. */
export function ListOptions(list: ListDeclaration): ParameterDecorator {
  return (target, key, index) => {
    invariant(key === list.id, `${list.id} is the list of its own handler`);
    const descriptor = Object.getOwnPropertyDescriptor(target, key);
    invariant(descriptor, `${key} is a method`);
    documentList(list, operationSpec(list.id))(target, key, descriptor);
    GivenOptions(list, ListOptionsPipe)(target, key, index);
  };
}

const GivenOptions = createParamDecorator(
  (list: ListDeclaration, context: ExecutionContext): GivenList => {
    const { method, query, body } = context.switchToHttp().getRequest<FastifyRequest>();
    // Elsewhere the body is the operation's own input, and options stand on the query string alone.
    return { list, query, body: method === 'GET' ? body : undefined };
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
