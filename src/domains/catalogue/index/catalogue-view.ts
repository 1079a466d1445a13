import { type TextFilter } from '../../../platform/database/text-match.js';

/** Whose visible versions are looked at: those of one configuration, or of all merged. */
export type CatalogueView =
  { readonly kind: 'merged' } | { readonly kind: 'config'; readonly config: string };

/** What a page of the catalogue is asked for. */
export interface CatalogueQuery {
  readonly view: CatalogueView;
  /** Key of the release that packages are shown for. */
  readonly releaseKey: number;
  /** Only packages made for exactly that release. */
  readonly isCurrentOnly: boolean;
  /** Folded text that name, description, keywords or author contain; empty for all. */
  readonly search: string;
  /** What is asked of fields; nothing when it is empty or absent. */
  readonly filter?: TextFilter;
}
