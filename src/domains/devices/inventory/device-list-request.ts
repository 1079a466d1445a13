import { findDeviceType } from '../../../connectors/devices/types/device-types.js';
import { invalidInput } from '../../../kernel/app-error.js';
import { isJsonObject } from '../../../kernel/json.js';
import { LIST_LIMIT_DEFAULT, type SortDirection } from '../../../kernel/page.js';
import { noteHeader } from '../../../platform/request-context/request-context.js';
import {
  DEVICE_ORDERS,
  type DeviceFilter,
  type DeviceList,
  type DeviceOrder,
} from './device-list.js';
import { type ListDevicesOptions } from './devices.dto.js';

/** The sort fields by which clients call them. */
const SORTS: ReadonlyMap<string, DeviceOrder> = new Map([
  ['name', 'name'],
  ['type', 'type'],
  ['ostype', 'type'],
]);
const LIMIT_MAX = 10_000;
const DESCENDING: ReadonlySet<unknown> = new Set(['descending', 'desc', -1]);

/**
 * A list of devices as clients ask for it. Empty text is no filter, a type that there is not has no
 * devices.
 * @param pointer where the options lie in the request.
 * @throws AppError `invalid-input` for an unknown sort.
 */
export function deviceList(options: ListDevicesOptions, pointer: string): DeviceList {
  const { start = 0, limit = LIST_LIMIT_DEFAULT, sort, order } = options;
  const [field, direction] = sortOf(sort, `${pointer}/sort`);
  return {
    filter: filterOf(options),
    sort: field,
    order: order === undefined ? direction : DESCENDING.has(order) ? -1 : 1,
    skip: start,
    limit: limitOf(limit),
  };
}

/** Forms offer all devices to choose from: they ask for more than a page of other lists. */
function limitOf(limit: number): number {
  if (limit <= LIMIT_MAX) return limit;
  noteHeader('X-Limit-Applied', String(LIMIT_MAX));
  return LIMIT_MAX;
}

/** The type that a text means as a filter; an unknown one means no type. */
export function typesOf(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => findDeviceType(text) ?? []);
}

function filterOf({ filter = {}, exactMatch = false, ostype }: ListDevicesOptions): DeviceFilter {
  const types = [filter.type, filter.ostype, ostype].map((text = '') => text.trim());
  const named = types.filter((text) => text !== '');
  return {
    name: filter.name,
    host: filter.host ?? filter.ipaddress,
    types: named.length > 0 ? typesOf(named) : undefined,
    groups: filter.groups,
    exact: exactMatch,
  };
}

/** `{name: 1}` and `[{name: 1}]`; nothing at all is by name. */
function sortOf(sort: unknown, pointer: string): readonly [DeviceOrder, SortDirection] {
  const given: readonly unknown[] = Array.isArray(sort) ? sort : [sort ?? {}];
  const entries = given.flatMap<readonly [string, unknown]>((one) =>
    isJsonObject(one) ? Object.entries(one) : [['', 0]],
  );
  const [[key, direction] = ['name', 1], ...more] = entries;
  const field = SORTS.get(key);
  const isDirection = direction === 1 || direction === -1;
  if (field && isDirection && more.length === 0) return [field, direction];
  const detail = `must be one of ${DEVICE_ORDERS.join(', ')} with 1 or -1`;
  throw invalidInput([{ pointer, detail }]);
}
