import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { invalidInput } from '../../kernel/app-error.js';
import { noteHeader } from '../../platform/request-context/request-context.js';
import { validateShape } from '../validation/validate-shape.js';
import { type ListDeclaration } from './list-declaration.js';
import { type ListRequest } from './list-request.js';
import { readList } from './read-list.js';
import { SearchRequest } from './search.dto.js';
import { searchLayer, searchPointer } from './search-layer.js';

/** The options of a search by POST, whose body is a `SearchRequest`, by the grammar of the list. */
export const SearchOptions = createParamDecorator(
  (list: ListDeclaration, context: ExecutionContext): ListRequest => {
    const { body, server } = context.switchToHttp().getRequest<FastifyRequest>();
    // Before it is read as a list: what is wrong with the body is told where it stands there.
    const asked = validateShape(SearchRequest, body);
    if (asked.kind === 'invalid') throw invalidInput(asked.faults);
    const carriers = { query: undefined, body: searchLayer(body) };
    const read = readList(list, carriers, server.listLimits);
    if (read.kind === 'refused') {
      throw invalidInput(
        read.faults.map(({ pointer, detail }) => ({
          pointer: searchPointer(pointer, body),
          detail,
        })),
      );
    }
    if (read.limitApplied !== undefined) noteHeader('X-Limit-Applied', String(read.limitApplied));
    return read.request;
  },
);
