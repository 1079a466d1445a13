import { type PageRequest, type SortDirection } from '../../../kernel/page.js';

/** Which versions are meant, by their names. */
export type NamedBackups =
  | { readonly kind: 'any' }
  | { readonly kind: 'exactly'; readonly name: string }
  | { readonly kind: 'among'; readonly namesFolded: readonly string[] };

/** By name first where both are given; newest first where neither is. */
export interface BackupOrder {
  readonly name?: SortDirection | undefined;
  readonly date?: SortDirection | undefined;
}

/** Which part of the versions a list shows. */
export interface BackupList extends PageRequest {
  readonly names: NamedBackups;
  readonly order: BackupOrder;
}
