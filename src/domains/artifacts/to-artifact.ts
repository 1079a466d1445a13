import { type Artifact } from '../../connectors/registry/artifact.js';
import {
  type AvailableArtifact,
  type InstallationAnswer,
  type InstalledArtifact,
  type ListAvailableArtifactsAnswer,
} from './artifacts.dto.js';
import { type Installation, type PackageChange, unmet } from './artifacts.service.js';
import { type CatalogueItem } from './offered/catalogue-items.service.js';
import { type CataloguePage } from './offered/catalogue.service.js';
import { type PackageDocument } from './packages/package-document.dto.js';
import { type InstalledPackage } from './packages/packages.service.js';
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

/** A package as operation 2 lists it. */
export function toAvailableArtifact(item: CatalogueItem): AvailableArtifact {
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
export function toAvailablePage(
  found: CataloguePage<AvailableArtifact>,
): ListAvailableArtifactsAnswer {
  const { items: packages, total, page, totalPages, warnings } = found;
  return {
    packages,
    total,
    page,
    'total-pages': totalPages,
    warnings,
  };
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
  const sentences = [
    `Successfully installed package '${name}' ${version}`,
    ...(installStatus.installable ? [] : [`It ${unmet(installStatus)}`]),
    ...plan.notes,
  ];
  return {
    status: 'OK',
    message: sentences.map((sentence) => `${sentence}.`).join(' '),
    packages: toChangedPackages(plan),
    warnings: plan.warnings,
    data: toInstalledArtifact(installed),
    installStatus,
  };
}

/** What a change of packages answers. */
export function toChangeAnswer({ plan, installation }: PackageChange): InstallationAnswer {
  if (installation) return toInstallationAnswer(installation);
  const packages = toChangedPackages(plan);
  const names = packages.map(({ name }) => `'${name}'`).join(', ');
  const message = `Successfully removed ${names}.`;
  return { status: 'OK', message, packages, warnings: [] };
}
