import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../api/access/current-principal.decorator.js';
import { Operation } from '../../api/operation.decorator.js';
import { ListOptions } from '../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../api/lists/list-request.js';
import { pageOf } from '../../api/lists/page-of.js';
import { QueryObject } from '../../api/query/query-object.decorator.js';
import { ExpectedRevision } from '../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../api/revision/revisioned.js';
import { invalidInput } from '../../kernel/app-error.js';
import { type JsonObject } from '../../kernel/json.js';
import { type Page } from '../../kernel/page.js';
import { type Principal } from '../../kernel/principal.js';
import { type StoredList } from '../../platform/database/lists/stored-filter.js';
import { ExportQuery, InstallationAnswer, InstalledArtifact } from './artifacts.dto.js';
import { ArtifactsService } from './artifacts.service.js';
import { PREBUILT_LIST } from './artifact-lists.js';
import {
  ImportPrebuiltRequest,
  ListInstalledPrebuiltsAnswer,
  UpdatePrebuiltRequest,
} from './installed-prebuilts.dto.js';
import { ExportedPackage } from './packages/package-document.dto.js';
import { type UploadedPackage } from './planning/change-request.js';
import { type InstalledPackage, PackagesService } from './packages/packages.service.js';
import { toInstallationAnswer, toInstalledArtifact } from './to-artifact.js';

/** The installed packages under the paths that existing clients use. */
@Controller()
export class InstalledPrebuiltsController {
  constructor(
    private readonly packages: PackagesService,
    private readonly artifacts: ArtifactsService,
  ) {}

  @Operation('listInstalledPrebuilts', ListInstalledPrebuiltsAnswer)
  async listInstalledPrebuilts(
    @ListOptions(PREBUILT_LIST) list: ListRequest,
  ): Promise<ListInstalledPrebuiltsAnswer> {
    const read = (part: StoredList): Promise<Page<InstalledPackage>> => this.packages.list(part);
    const { items, total } = await pageOf(list, read, toInstalledArtifact);
    return { results: items, total };
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
    @CurrentPrincipal() principal: Principal,
  ): Promise<JsonObject> {
    return this.packages.export(id, dialect, principal);
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
    @Body() request: UpdatePrebuiltRequest,
    @ExpectedRevision() revision: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<InstallationAnswer> {
    const done = await this.artifacts.replace(id, replacing(request), revision, principal);
    return revisioned(done.installed.revision, toInstallationAnswer(done));
  }

  @Operation('deletePrebuilt')
  async deletePrebuilt(
    @Param('id') id: string,
    @ExpectedRevision() revision: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<void> {
    await this.artifacts.uninstall(id, revision, principal);
  }
}

/** Whoever puts a package replaces the installed one. @throws AppError `invalid-input` */
function replacing({ prebuilt, options }: UpdatePrebuiltRequest): UploadedPackage {
  if (options?.overwrite !== false) return sent(prebuilt);
  throw invalidInput([{ pointer: '#/options/overwrite', detail: 'must be true' }]);
}

function sent(document: JsonObject): UploadedPackage {
  return { document, pointer: '#/prebuilt' };
}
