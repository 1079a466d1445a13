import { Body, Controller, Param } from '@nestjs/common';
import { Operation } from '../../../api/operation.decorator.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { AsLongRequest, type LongRequest } from '../../../api/tracking/long-request.decorator.js';
import { AlsoFollowed, respondAsync } from '../../../api/tracking/respond-async.js';
import { type TrackedOperationAnswer } from '../../../api/tracking/tracked-operation.dto.js';
import { TrackedOperationsService } from '../../../platform/tracking/tracked-operations.service.js';
import { PackagesService } from '../packages/packages.service.js';
import { toInstalledArtifact } from '../to-artifact.js';
import { RollbackAnswer, type RollbackOptionsBody, RollbackRequest } from './rollback.dto.js';
import { type Rollback, type RollbackOptions, RollbackService } from './rollback.service.js';

/** Installed packages go back to the version before. */
@Controller()
export class RollbackController {
  constructor(
    private readonly rollbacks: RollbackService,
    private readonly packages: PackagesService,
    private readonly operations: TrackedOperationsService,
  ) {}

  @AlsoFollowed()
  @Operation('rollbackArtifact', RollbackAnswer)
  async rollbackArtifact(
    @Param('name') name: string,
    @Body() { options }: RollbackRequest,
    @ExpectedRevision() revision: number | undefined,
    @AsLongRequest() request: LongRequest,
  ): Promise<RollbackAnswer | TrackedOperationAnswer> {
    return this.rollBack(name, toOptions(options, revision), request);
  }

  private rollBack(
    name: string,
    options: RollbackOptions,
    request: LongRequest,
  ): Promise<RollbackAnswer | TrackedOperationAnswer> {
    const about = { kind: 'rollback', subject: name, isCancellable: true } as const;
    return respondAsync(this.operations, request, about, async (progress) =>
      this.toAnswer(await this.rollbacks.rollBack(name, options, request.principal, progress)),
    );
  }

  private async toAnswer({ packageId, from, to, discarded }: Rollback): Promise<RollbackAnswer> {
    const installed = await this.packages.get(packageId);
    const { name } = installed.artifact;
    return {
      status: 'OK',
      message: `Package '${name}' is back at ${to}, which came before ${from}.`,
      data: toInstalledArtifact(installed),
      discarded: discarded.map(({ record }) => ({ type: record.type, name: record.name })),
    };
  }
}

function toOptions(
  { userChanges = 'refuse', force = false }: RollbackOptionsBody = {},
  expectedRevision: number | undefined,
): RollbackOptions {
  return { userChanges, force, expectedRevision };
}
