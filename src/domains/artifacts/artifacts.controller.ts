import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../api/access/current-principal.decorator.js';
import { Operation } from '../../api/operation.decorator.js';
import { ListOptions } from '../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../api/lists/list-request.js';
import { pageOf } from '../../api/lists/page-of.js';
import { QueryObject } from '../../api/query/query-object.decorator.js';
import { ExpectedRevision } from '../../api/revision/expected-revision.decorator.js';
import { AlsoFollowed, respondAsync } from '../../api/tracking/respond-async.js';
import { AsLongRequest, type LongRequest } from '../../api/tracking/long-request.decorator.js';
import { type TrackedOperationAnswer } from '../../api/tracking/tracked-operation.dto.js';
import { type JsonObject } from '../../kernel/json.js';
import { type Page } from '../../kernel/page.js';
import { type Principal } from '../../kernel/principal.js';
import {
  type AvailableArtifactsOptions,
  ExportQuery,
  InstallArtifactRequest,
  InstallationAnswer,
  ListAvailableArtifactsAnswer,
  ListInstalledArtifactsAnswer,
  PlanArtifactRequest,
  UninstallArtifactQuery,
} from './artifacts.dto.js';
import { type StoredList } from '../../platform/database/lists/stored-filter.js';
import { TrackedOperationsService } from '../../platform/tracking/tracked-operations.service.js';
import { ArtifactsService, type PackageChange } from './artifacts.service.js';
import {
  aboutOf,
  changeRequest,
  type RequestedPackageChange,
  requestedChange,
  requestedRemoval,
} from './change-members.js';
import { CatalogueService } from './offered/catalogue.service.js';
import { ChangePlanAnswer } from './planning/plan.dto.js';
import { toPlanAnswer } from './planning/to-plan-answer.js';
import { AVAILABLE_LIST, INSTALLED_LIST } from './artifact-lists.js';
import { ExportedPackage } from './packages/package-document.dto.js';
import { type InstalledPackage, PackagesService } from './packages/packages.service.js';
import {
  toAvailableArtifact,
  toAvailablePage,
  toChangeAnswer,
  toInstalledArtifact,
} from './to-artifact.js';

/** Packages that could be installed, that are installed, and how they get in and out. */
@Controller()
export class ArtifactsController {
  constructor(
    private readonly catalogue: CatalogueService,
    private readonly packages: PackagesService,
    private readonly artifacts: ArtifactsService,
    private readonly operations: TrackedOperationsService,
  ) {}

  @Operation('listAvailableArtifacts', ListAvailableArtifactsAnswer)
  async listAvailableArtifacts(
    @ListOptions(AVAILABLE_LIST) list: ListRequest<AvailableArtifactsOptions>,
  ): Promise<ListAvailableArtifactsAnswer> {
    const { platformVersion: release, search } = list.own;
    const asked = { ...list, own: { release, search } };
    return toAvailablePage(await this.catalogue.list(asked, toAvailableArtifact));
  }

  @Operation('listInstalledArtifacts', ListInstalledArtifactsAnswer)
  async listInstalledArtifacts(
    @ListOptions(INSTALLED_LIST) list: ListRequest,
  ): Promise<ListInstalledArtifactsAnswer> {
    const read = (part: StoredList): Promise<Page<InstalledPackage>> => this.packages.list(part);
    const { items, total } = await pageOf(list, read, toInstalledArtifact);
    return { packages: items, total };
  }

  @Operation('planArtifact', ChangePlanAnswer)
  async planArtifact(
    @Body() body: PlanArtifactRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ChangePlanAnswer> {
    return toPlanAnswer(await this.artifacts.plan(changeRequest(body), principal));
  }

  @AlsoFollowed()
  @Operation('installArtifact', InstallationAnswer)
  async installArtifact(
    @Body() body: InstallArtifactRequest,
    @AsLongRequest() request: LongRequest,
  ): Promise<InstallationAnswer | TrackedOperationAnswer> {
    return this.carryOut(request, requestedChange(body), (done) => toChangeAnswer(done));
  }

  @AlsoFollowed()
  @Operation('uninstallArtifact')
  async uninstallArtifact(
    @Param('name') name: string,
    @QueryObject() query: UninstallArtifactQuery,
    @ExpectedRevision() revision: number | undefined,
    @AsLongRequest() request: LongRequest,
  ): Promise<TrackedOperationAnswer | undefined> {
    return this.carryOut(request, requestedRemoval(name, query, revision), () => undefined);
  }

  @Operation('exportArtifact', ExportedPackage)
  async exportArtifact(
    @Param('name') name: string,
    @QueryObject() { dialect = 'original' }: ExportQuery,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JsonObject> {
    return this.packages.export(name, dialect, principal);
  }

  private async carryOut<T extends object | undefined>(
    request: LongRequest,
    { change, planHash }: RequestedPackageChange,
    answer: (done: PackageChange) => T,
  ): Promise<T | TrackedOperationAnswer> {
    return respondAsync(this.operations, request, aboutOf(change), async (progress) =>
      answer(await this.artifacts.change(change, request.principal, { planHash, progress })),
    );
  }
}
