import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../api/access/current-principal.decorator.js';
import { Operation } from '../../api/operation.decorator.js';
import { QueryObject } from '../../api/query/query-object.decorator.js';
import { ExpectedRevision } from '../../api/revision/expected-revision.decorator.js';
import { AlsoFollowed, respondAsync } from '../../api/tracking/respond-async.js';
import { AsLongRequest, type LongRequest } from '../../api/tracking/long-request.decorator.js';
import { type TrackedOperationAnswer } from '../../api/tracking/tracked-operation.dto.js';
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
  PlanArtifactRequest,
  UninstallArtifactQuery,
} from './artifacts.dto.js';
import { TrackedOperations } from '../../platform/tracking/tracked-operations.service.js';
import { ArtifactsService, type PackageChange } from './artifacts.service.js';
import {
  aboutOf,
  changeRequest,
  type WantedChange,
  wantedChange,
  wantedRemoval,
} from './change-members.js';
import { CatalogueService } from './catalogue.service.js';
import { ChangePlanAnswer } from './planning/plan.dto.js';
import { toPlanAnswer } from './planning/to-plan-answer.js';
import { installedQuery } from './installed-query.js';
import { ExportedPackage } from './package-document.dto.js';
import { PackagesService } from './packages/packages.service.js';
import { toAvailablePage, toChangeAnswer, toInstalledPage } from './to-artifact.js';

/** Packages that could be installed, that are installed, and how they get in and out. */
@Controller()
export class ArtifactsController {
  constructor(
    private readonly catalogue: CatalogueService,
    private readonly packages: PackagesService,
    private readonly artifacts: ArtifactsService,
    private readonly operations: TrackedOperations,
  ) {}

  @Operation('listAvailableArtifacts', ListAvailableArtifactsAnswer)
  async listAvailableArtifacts(
    @QueryObject()
    { platformVersion: release, page, order, search }: ListAvailableArtifactsQuery,
  ): Promise<ListAvailableArtifactsAnswer> {
    return toAvailablePage(await this.catalogue.list({ release, page, order, search }));
  }

  @Operation('listInstalledArtifacts', ListInstalledArtifactsAnswer)
  async listInstalledArtifacts(
    @QueryObject() query: ListInstalledArtifactsQuery,
  ): Promise<ListInstalledArtifactsAnswer> {
    return toInstalledPage(await this.packages.list(installedQuery(query)));
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
    return this.carryOut(request, wantedChange(body), (done) => toChangeAnswer(done));
  }

  @AlsoFollowed()
  @Operation('uninstallArtifact')
  async uninstallArtifact(
    @Param('name') name: string,
    @QueryObject() query: UninstallArtifactQuery,
    @ExpectedRevision() revision: number | undefined,
    @AsLongRequest() request: LongRequest,
  ): Promise<TrackedOperationAnswer | undefined> {
    return this.carryOut(request, wantedRemoval(name, query, revision), () => undefined);
  }

  @Operation('exportArtifact', ExportedPackage)
  async exportArtifact(
    @Param('name') name: string,
    @QueryObject() { dialect = 'original' }: ExportQuery,
  ): Promise<JsonObject> {
    return this.packages.export(name, dialect);
  }

  private async carryOut<T extends object | undefined>(
    request: LongRequest,
    { change, planHash }: WantedChange,
    answer: (done: PackageChange) => T,
  ): Promise<T | TrackedOperationAnswer> {
    return respondAsync(this.operations, request, aboutOf(change), async (progress) =>
      answer(await this.artifacts.change(change, request.principal, { planHash, progress })),
    );
  }
}
