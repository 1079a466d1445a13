import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../api/access/current-principal.decorator.js';
import { Operation } from '../../api/operation.decorator.js';
import { QueryObject } from '../../api/query/query-object.decorator.js';
import { ExpectedRevision } from '../../api/revision/expected-revision.decorator.js';
import { type JsonObject } from '../../kernel/json.js';
import { type Principal } from '../../kernel/principal.js';
import {
  ExportQuery,
  InstallArtifactRequest,
  InstallationAnswer,
  ListAvailableArtifactsAnswer,
  ListAvailableArtifactsQuery,
  ListInstalledArtifactsAnswer,
  ListInstalledArtifactsQuery,
} from './artifacts.dto.js';
import { ArtifactsService } from './artifacts.service.js';
import { CatalogueService } from './catalogue.service.js';
import { packageSource } from './package-source.js';
import { installedQuery } from './installed-query.js';
import { ExportedPackage } from './package-document.dto.js';
import { PackagesService } from './packages/packages.service.js';
import { toAvailablePage, toInstallationAnswer, toInstalledPage } from './to-artifact.js';

/** Packages that could be installed, that are installed, and how they get in and out. */
@Controller()
export class ArtifactsController {
  constructor(
    private readonly catalogue: CatalogueService,
    private readonly packages: PackagesService,
    private readonly artifacts: ArtifactsService,
  ) {}

  @Operation('listAvailableArtifacts', ListAvailableArtifactsAnswer)
  async listAvailableArtifacts(
    @QueryObject() { platformVersion: release, page, order, search }: ListAvailableArtifactsQuery,
  ): Promise<ListAvailableArtifactsAnswer> {
    return toAvailablePage(await this.catalogue.list({ release, page, order, search }));
  }

  @Operation('listInstalledArtifacts', ListInstalledArtifactsAnswer)
  async listInstalledArtifacts(
    @QueryObject() query: ListInstalledArtifactsQuery,
  ): Promise<ListInstalledArtifactsAnswer> {
    return toInstalledPage(await this.packages.list(installedQuery(query)));
  }

  @Operation('installArtifact', InstallationAnswer)
  async installArtifact(
    @Body() body: InstallArtifactRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<InstallationAnswer> {
    const { overwrite = false, force = false } = body.options ?? {};
    const settings = { overwrite, force };
    const done = await this.artifacts.install(packageSource(body), settings, principal);
    return toInstallationAnswer(done);
  }

  @Operation('uninstallArtifact')
  async uninstallArtifact(
    @Param('name') name: string,
    @ExpectedRevision() revision: number | undefined,
  ): Promise<void> {
    await this.artifacts.uninstall(name, revision);
  }

  @Operation('exportArtifact', ExportedPackage)
  async exportArtifact(
    @Param('name') name: string,
    @QueryObject() { dialect = 'original' }: ExportQuery,
  ): Promise<JsonObject> {
    return this.packages.export(name, dialect);
  }
}
