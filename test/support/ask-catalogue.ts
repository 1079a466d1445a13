import {
  type CataloguePage,
  type CatalogueRequest,
  type CatalogueService,
} from '../../src/domains/artifacts/offered/catalogue.service.js';
import { type CatalogueItem } from '../../src/domains/artifacts/offered/catalogue-items.service.js';
import { AVAILABLE_LIST } from '../../src/domains/artifacts/artifact-lists.js';
import { type SortDirection } from '../../src/kernel/page.js';
import { aListRequest } from './part-of-list.js';

/** What of the catalogue is wanted, and the part of it. */
export interface AskedCatalogue extends CatalogueRequest {
  readonly page?: number;
  readonly order?: SortDirection;
  readonly equals?: Readonly<Record<string, string>>;
  readonly startsWith?: Readonly<Record<string, string>>;
  readonly contains?: Readonly<Record<string, string>>;
}

/** A page of what the catalogue offers. */
export function askCatalogue(
  catalogue: CatalogueService,
  asked: AskedCatalogue = {},
  pageSize = 25,
): Promise<CataloguePage<CatalogueItem>> {
  const { config, release, search, versionStatus, ...options } = asked;
  const own = { config, release, search, versionStatus };
  const list = aListRequest(AVAILABLE_LIST, options, pageSize);
  return catalogue.list({ ...list, own }, (item) => item);
}
