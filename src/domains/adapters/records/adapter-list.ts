import { LIST_LIMIT_DEFAULT } from '../../../kernel/page.js';
import { type ListAdaptersQuery } from './adapter-lists.dto.js';
import { type AdapterList } from './adapters.repository.js';

/** A list as it was asked for, with what counts where that says nothing. */
export function adapterList(query: ListAdaptersQuery): AdapterList {
  const { order = 1, skip = 0, limit = LIST_LIMIT_DEFAULT, ...search } = query;
  return { search, order, skip, limit };
}
