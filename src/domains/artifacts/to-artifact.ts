import { type Artifact } from '../../connectors/registry/artifact.js';
import {
  type AvailableArtifact,
  type InstallationAnswer,
  type InstalledArtifact,
  type ListAvailableArtifactsAnswer,
  type ListInstalledArtifactsAnswer,
} from './artifacts.dto.js';
import { type Installation, type PackageChange, unmet } from './artifacts.service.js';
import { type CatalogueItem, type CataloguePage } from './catalogue.service.js';
import { type PackageDocument } from './package-document.dto.js';
import { type InstalledPackage, type InstalledPage } from './packages/packages.service.js';
import { toChangedPackages } from './planning/to-plan-answer.js';

/** What both the offered and the installed package say of themselves. */
type Description = Pick<
  AvailableArtifact,
  | 'name'
  | 'version'
  | 'description'
  | 'author'
  | 'license'
  | 'keywords'
  | 'repository'
  | 'platformDependencies'
>;

function describe(artifact: Omit<Artifact, 'bundles'>): Description {
  const { name, version, description, author, license, keywords } = artifact;
  const { repository, platformDependencies } = artifact;
  return {
    name,
    version,
    description,
    author,
    license,
    keywords,
    ...(repository && { repository }),
    ...(platformDependencies && { platformDependencies }),
  };
}

function toAvailableArtifact(item: CatalogueItem): AvailableArtifact {
  return {
    id: item.registryId,
    versionStatus: {
      status: item.versionStatus,
      platformVersion: item.release,
    },
    installStatus: item.installStatus,
    availableUpdate: item.availableUpdate ?? false,
    ...describe(item.artifact),
    ...(item.published && { published: item.published.toISOString() }),
    readme: item.artifact.readme,
    // The index holds only documents that were read as packages.
    download: item.document as unknown as PackageDocument,
  };
}

/** The answer of operation 2. */
export function toAvailablePage(found: CataloguePage): ListAvailableArtifactsAnswer {
  const { items, total, page, totalPages, warnings } = found;
  return {
    packages: items.map((item) => toAvailableArtifact(item)),
    total,
    page,
    'total-pages': totalPages,
    warnings,
  };
}

/** The answer of operation 3. */
export function toInstalledPage({ packages, total }: InstalledPage): ListInstalledArtifactsAnswer {
  return { packages: packages.map((one) => toInstalledArtifact(one)), total };
}

/** A record of operation 3. */
export function toInstalledArtifact(installed: InstalledPackage): InstalledArtifact {
  return {
    _id: installed.id,
    ...describe(installed.artifact),
    components: installed.components,
    manifest: installed.manifest,
    readme: installed.artifact.readme,
    installed: installed.installed.toISOString(),
    installedBy: installed.installedBy,
  };
}

/** What an installation answers. */
export function toInstallationAnswer(installation: Installation): InstallationAnswer {
  const { installed, installStatus, plan } = installation;
  const { name, version } = installed.artifact;
  const done = `Successfully installed package '${name}' ${version}.`;
  return {
    status: 'OK',
    message: installStatus.installable ? done : `${done} It ${unmet(installStatus)}.`,
    packages: toChangedPackages(plan),
    data: toInstalledArtifact(installed),
    installStatus,
  };
}

/** What a change of packages answers. */
export function toChangeAnswer({ plan, installation }: PackageChange): InstallationAnswer {
  if (installation) return toInstallationAnswer(installation);
  const packages = toChangedPackages(plan);
  const names = packages.map(({ name }) => `'${name}'`).join(', ');
  return { status: 'OK', message: `Successfully removed ${names}.`, packages };
}
