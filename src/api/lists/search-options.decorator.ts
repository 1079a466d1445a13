import {
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  type PipeTransform,
} from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { invalidInput } from '../../kernel/app-error.js';
import { type Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { noteHeader } from '../../platform/request-context/request-context.js';
import { validateShape } from '../validation/validate-shape.js';
import { type ListDeclaration } from './list-declaration.js';
import { type ListRequest } from './list-request.js';
import { readList } from './read-list.js';
import { SearchRequest } from './search.dto.js';
import { searchLayer, searchPointer } from './search-layer.js';

/** What a request says of a search, before it is understood. */
interface GivenSearch {
  readonly list: ListDeclaration;
  readonly body: unknown;
}

/** Understands what is searched, by the grammar of the list, or refuses it. */
@Injectable()
class SearchOptionsPipe implements PipeTransform<GivenSearch, ListRequest> {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  transform({ list, body }: GivenSearch): ListRequest {
    // Before it is read as a list: what is wrong with the body is told where it stands there.
    const asked = validateShape(SearchRequest, body);
    if (asked.kind === 'invalid') throw invalidInput(asked.faults);
    const carriers = { query: undefined, body: searchLayer(body) };
    const read = readList(list, carriers, this.config.lists);
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
  }
}

/** The options of a search by POST, whose body is a `SearchRequest`. */
export const SearchOptions = (list: ListDeclaration): ParameterDecorator =>
  SearchedBy(list, SearchOptionsPipe);

const SearchedBy = createParamDecorator(
  (list: ListDeclaration, context: ExecutionContext): GivenSearch => {
    const { body } = context.switchToHttp().getRequest<FastifyRequest>();
    return { list, body };
  },
);
