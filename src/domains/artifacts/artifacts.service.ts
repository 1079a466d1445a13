import { Injectable } from '@nestjs/common';
import { readArtifact } from '../../connectors/registry/artifact-reader.js';
import { type Artifact } from '../../connectors/registry/artifact.js';
import { conflict, invalidInput } from '../../kernel/app-error.js';
import { invariant } from '../../kernel/invariant.js';
import { type JsonObject } from '../../kernel/json.js';
import { type Principal } from '../../kernel/principal.js';
import { assertStorable } from '../../platform/database/storable.js';
import { type InstallStatus } from './catalogue/install-status.js';
import { CatalogueService, type PackageName } from './catalogue.service.js';
import { type PackageSource, type UploadedPackage } from './package-source.js';
import { InstallationsService, type InstallOptions } from './packages/installations.service.js';
import { type InstalledPackage, PackagesService } from './packages/packages.service.js';

/** What came of an installation. */
export interface Installation {
  readonly installed: InstalledPackage;
  /** What the package asks for and does not find here. */
  readonly installStatus: InstallStatus;
}

/** Puts packages on the platform and takes them off it. */
@Injectable()
export class ArtifactsService {
  constructor(
    private readonly catalogue: CatalogueService,
    private readonly installations: InstallationsService,
    private readonly packages: PackagesService,
  ) {}

  /** Installs what was named or sent; see the two cases for their errors. */
  async install(
    source: PackageSource,
    options: InstallOptions & { readonly force: boolean },
    principal: Principal,
  ): Promise<Installation> {
    return source.kind === 'named'
      ? this.installNamed(source.named, options, principal)
      : this.installUploaded(source.uploaded, options, principal);
  }

  /**
   * Installs a package of a repository; only one whose `installStatus` says so, unless forced.
   * @throws AppError `not-found`, `conflict`
   */
  async installNamed(
    named: PackageName,
    options: InstallOptions & { readonly force: boolean },
    principal: Principal,
  ): Promise<Installation> {
    const { document } = await this.catalogue.find(named);
    const reading = readArtifact(document);
    invariant(reading.kind === 'sound', 'only sound packages are in the index');
    const { artifact } = reading;
    const status = await this.catalogue.installStatusOf(artifact);
    if (!status.installable && !options.force) {
      throw conflict(`Package '${artifact.name}' ${unmet(status)}`, 'not-installable');
    }
    return this.write({ document, artifact, principal }, options, status);
  }

  /**
   * Installs a package that a caller brings along. What it asks for need not run here: its documents
   * are moved in, and the answer says what is missing (ADR 0055).
   * @throws AppError `invalid-input` with pointers, `document-too-large`, `conflict`
   */
  async installUploaded(
    { document, pointer }: UploadedPackage,
    options: InstallOptions,
    principal: Principal,
  ): Promise<Installation> {
    const artifact = readUploaded(document, pointer);
    const status = await this.catalogue.installStatusOf(artifact);
    return this.write({ document, artifact, principal }, options, status);
  }

  /**
   * Replaces an installed package by another version of it.
   * @throws AppError as `installUploaded` does; `not-found`; `precondition-failed`
   */
  async replace(
    idOrName: string,
    uploaded: UploadedPackage,
    expectedRevision: number | undefined,
    principal: Principal,
  ): Promise<Installation> {
    const present = await this.packages.get(idOrName);
    const { name } = readUploaded(uploaded.document, uploaded.pointer);
    if (name !== present.artifact.name) {
      const pointer = `${uploaded.pointer}/metadata/name`;
      throw invalidInput([{ pointer, detail: `must be '${present.artifact.name}'` }]);
    }
    return this.installUploaded(uploaded, { overwrite: true, expectedRevision }, principal);
  }

  /** @throws AppError `not-found`, `conflict`, `precondition-failed` */
  async uninstall(idOrName: string, expectedRevision: number | undefined): Promise<void> {
    await this.installations.uninstall(idOrName, expectedRevision);
  }

  private async write(
    request: Parameters<InstallationsService['install']>[0],
    options: InstallOptions,
    installStatus: InstallStatus,
  ): Promise<Installation> {
    const id = await this.installations.install(request, options);
    return { installed: await this.packages.get(id), installStatus };
  }
}

/** What stands in the way of a package, as one sentence without its subject. */
export function unmet({ missingDependencies, mismatchingDependencies }: InstallStatus): string {
  const missing = Object.entries(missingDependencies ?? {}).map(([name, required]) =>
    required === '' ? name : `${name} ${required}`,
  );
  const older = Object.entries(mismatchingDependencies ?? {}).map(
    ([name, { required, running }]) => `${name} ${required} (${running} runs here)`,
  );
  return `needs what does not run here: ${[...missing, ...older].join(', ')}`;
}

function readUploaded(document: JsonObject, pointer: string): Artifact {
  // The parts are stored one by one, each with its own limit; the whole is checked for what it holds.
  assertStorableAt(document, pointer);
  const reading = readArtifact(document);
  if (reading.kind === 'sound') return reading.artifact;
  throw invalidInput(
    reading.faults.map((fault) => ({ ...fault, pointer: pointer + fault.pointer.slice(1) })),
  );
}

function assertStorableAt(document: JsonObject, pointer: string): void {
  assertStorable({ [pointer.slice(2)]: document }, { limitBytes: Infinity });
}
