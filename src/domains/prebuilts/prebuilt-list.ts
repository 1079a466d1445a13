import { listOf } from '../../api/lists/list-declaration.js';
import { OFFERED } from '#domains/artifacts/offered/catalogue.service.js';
import { ListPrebuiltsOptions, PrebuiltEntry } from './prebuilts.dto.js';

/** Operation 1: what the repositories offer. */
export const PREBUILTS_LIST = listOf('listPrebuilts', {
  ...OFFERED,
  item: PrebuiltEntry,
  own: ListPrebuiltsOptions,
});
