import { ADDRESS_FILTERS } from './address-filters.js';
import { type Filters } from './filter.js';
import { LIST_FILTERS } from './list-filters.js';
import { MAPPING_FILTERS } from './mapping-filters.js';
import { NUMBER_FILTERS } from './number-filters.js';
import { PATTERN_FILTERS } from './pattern-filters.js';
import { SORTING_FILTERS } from './sorting.js';
import { TEXT_FILTERS } from './text-filters.js';

/** Every filter that there is. None of them knows time, chance or files: the same always gives the same. */
export const FILTERS: Filters = new Map([
  ...ADDRESS_FILTERS,
  ...LIST_FILTERS,
  ...MAPPING_FILTERS,
  ...NUMBER_FILTERS,
  ...PATTERN_FILTERS,
  ...SORTING_FILTERS,
  ...TEXT_FILTERS,
]);
