import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../api/access/current-principal.decorator.js';
import { Operation } from '../../api/operation.decorator.js';
import { QueryObject } from '../../api/query/query-object.decorator.js';
import { ExpectedRevision } from '../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../api/revision/revisioned.js';
import { type JsonObject } from '../../kernel/json.js';
import { type Principal } from '../../kernel/principal.js';
import { ExportQuery, InstallationAnswer, InstalledArtifact } from './artifacts.dto.js';
import { ArtifactsService } from './artifacts.service.js';
import { prebuiltsQuery } from './installed-query.js';
import {
  ImportPrebuiltRequest,
  ListInstalledPrebuiltsAnswer,
  ListInstalledPrebuiltsQuery,
  UpdatePrebuiltRequest,
} from './installed-prebuilts.dto.js';
import { ExportedPackage } from './package-document.dto.js';
import { type UploadedPackage } from './package-source.js';
import { PackagesService } from './packages/packages.service.js';
import { toInstallationAnswer, toInstalledArtifact, toInstalledPage } from './to-artifact.js';

/** The installed packages under the paths that existing clients use. */
@Controller()
export class InstalledPrebuiltsController {
  constructor(
    private readonly packages: PackagesService,
    private readonly artifacts: ArtifactsService,
  ) {}

  @Operation('listInstalledPrebuilts', ListInstalledPrebuiltsAnswer)
  async listInstalledPrebuilts(
    @QueryObject() query: ListInstalledPrebuiltsQuery,
  ): Promise<ListInstalledPrebuiltsAnswer> {
    const { packages, total } = toInstalledPage(await this.packages.list(prebuiltsQuery(query)));
    return { results: packages, total };
  }

  @Operation('getPrebuilt', InstalledArtifact)
  async getPrebuilt(@Param('id') id: string): Promise<InstalledArtifact> {
    const found = await this.packages.get(id);
    return revisioned(found.revision, toInstalledArtifact(found));
  }

  @Operation('exportPrebuilt', ExportedPackage)
  async exportPrebuilt(
    @Param('id') id: string,
    @QueryObject() { dialect = 'original' }: ExportQuery,
  ): Promise<JsonObject> {
    return this.packages.export(id, dialect);
  }

  @Operation('importPrebuilt', InstallationAnswer)
  async importPrebuilt(
    @Body() { prebuilt, options }: ImportPrebuiltRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<InstallationAnswer> {
    const { overwrite = false } = options ?? {};
    const settings = { overwrite };
    const done = await this.artifacts.installUploaded(sent(prebuilt), settings, principal);
    return toInstallationAnswer(done);
  }

  @Operation('updatePrebuilt', InstallationAnswer)
  async updatePrebuilt(
    @Param('id') id: string,
    @Body() { prebuilt }: UpdatePrebuiltRequest,
    @ExpectedRevision() revision: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<InstallationAnswer> {
    const done = await this.artifacts.replace(id, sent(prebuilt), revision, principal);
    return revisioned(done.installed.revision, toInstallationAnswer(done));
  }

  @Operation('deletePrebuilt')
  async deletePrebuilt(
    @Param('id') id: string,
    @ExpectedRevision() revision: number | undefined,
  ): Promise<void> {
    await this.artifacts.uninstall(id, revision);
  }
}

function sent(document: JsonObject): UploadedPackage {
  return { document, pointer: '#/prebuilt' };
}
