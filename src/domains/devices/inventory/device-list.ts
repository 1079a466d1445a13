import { type SortDirection } from '../../../kernel/page.js';

/** What a list of devices can be sorted by. */
export const DEVICE_ORDERS = ['name', 'type'] as const;
export type DeviceOrder = (typeof DEVICE_ORDERS)[number];

/** Which devices; absent members do not count, given ones all hold. */
export interface DeviceFilter {
  readonly name?: string | undefined;
  readonly host?: string | undefined;
  /** Names of types; none of them known means no device. */
  readonly types?: readonly string[] | undefined;
  /** A device of one of these groups. */
  readonly groups?: readonly string[] | undefined;
  /** Name and host are compared as a whole; else parts of them will do. */
  readonly exact: boolean;
}

/** Which part of the devices a list shows. */
export interface DeviceList {
  readonly filter: DeviceFilter;
  readonly sort: DeviceOrder;
  readonly order: SortDirection;
  readonly skip: number;
  readonly limit: number;
}

/** Devices to work on: those that fit in any way. */
export interface DeviceSelection {
  readonly all: boolean;
  readonly names: readonly string[];
  readonly groups: readonly string[];
  /** Names of types. */
  readonly types: readonly string[];
}
