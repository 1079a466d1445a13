import { listOf } from '../../../api/lists/list-declaration.js';
import { type StoredFields } from '../../../platform/database/lists/stored-filter.js';
import { AdapterHealthShown } from './adapter-lists.dto.js';
import { AdapterShown } from './adapters.dto.js';

const STORED: StoredFields = {
  _id: { path: '_id' },
  name: { path: 'name', folded: 'nameFolded' },
};

/** Adapters, by name. */
export const ADAPTER_LIST = listOf('listAdapters', {
  item: AdapterShown,
  order: ['name', 1],
  stored: STORED,
});

/** How adapters do, by name. */
export const ADAPTER_HEALTH_LIST = listOf('listAdapterHealth', {
  item: AdapterHealthShown,
  order: ['name', 1],
  stored: STORED,
  aliases: { id: 'name' },
});
