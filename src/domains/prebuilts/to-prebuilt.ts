import { type CatalogueItem } from '#domains/artifacts/offered/catalogue-items.service.js';
import { type CataloguePage } from '#domains/artifacts/offered/catalogue.service.js';
import { type PackageDocument } from '#domains/artifacts/packages/package-document.dto.js';
import { type PrebuiltEntry, type PrebuiltsPage } from './prebuilts.dto.js';

/** The answer of operation 1. */
export function toPrebuiltsPage(found: CataloguePage<PrebuiltEntry>): PrebuiltsPage {
  const { items: results, total, page, totalPages, warnings } = found;
  return { results, total, page, 'total-pages': totalPages, warnings };
}

/** A package as operation 1 lists it. */
export function toPrebuiltEntry(item: CatalogueItem): PrebuiltEntry {
  const { name, version, description, author, license, keywords } = item.artifact;
  const { repository, platformDependencies, readme } = item.artifact;
  return {
    versionStatus: { status: item.versionStatus, platform_version: item.release },
    installStatus: item.installStatus,
    availableUpdate: item.availableUpdate,
    name,
    version,
    description,
    author,
    ...(item.published && { published: item.published.toISOString() }),
    ...(repository && { repository }),
    license,
    keywords,
    ...(platformDependencies && { platformDependencies }),
    readme,
    // The index holds only documents that were read as packages.
    download: item.document as unknown as PackageDocument,
  };
}
