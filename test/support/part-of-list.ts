import { type ListDeclaration } from '../../src/api/lists/list-declaration.js';
import { type ListRequest } from '../../src/api/lists/list-request.js';
import { planOf } from '../../src/api/lists/page-of.js';
import { readList } from '../../src/api/lists/read-list.js';
import { type StoredList } from '../../src/platform/database/lists/stored-filter.js';

/** A list as a caller asks for it. */
export function aListRequest(list: ListDeclaration, body: object = {}, pageSize = 25): ListRequest {
  const read = readList(list, { query: undefined, body }, { limitMax: 2000, pageSize });
  if (read.kind === 'refused') throw new Error(JSON.stringify(read.faults));
  return read.request;
}

/** What a repository gets to read of a list, with the options that the list alone has. */
export function partOfList(list: ListDeclaration, body: object = {}): StoredList {
  const request = aListRequest(list, body);
  const { filter, index, by, order, rest } = planOf(request);
  if (rest.length > 0) throw new Error(`no index answers ${JSON.stringify(rest)}`);
  const { skip, limit, own } = request;
  return { filter, index, by, order, skip, limit, ...own };
}
