import { Body, Controller } from '@nestjs/common';
import { Operation } from '../../../api/operation.decorator.js';
import { AsLongRequest, type LongRequest } from '../../../api/tracking/long-request.decorator.js';
import { AlsoFollowed, respondAsync } from '../../../api/tracking/respond-async.js';
import { type TrackedOperationAnswer } from '../../../api/tracking/tracked-operation.dto.js';
import { type Principal } from '../../../kernel/principal.js';
import { endedEarly } from '../../../platform/tracking/operation-ending.js';
import { type OperationProgress } from '../../../platform/tracking/operation-progress.js';
import { type OperationAbout } from '../../../platform/tracking/tracked-operation.js';
import { TrackedOperationsService } from '../../../platform/tracking/tracked-operations.service.js';
import { ContentImportService } from './content-import.service.js';
import { ImportContentAnswer, ImportContentRequest } from './importing.dto.js';
import { type ImportOutcome, isCutShort } from './import-outcome.js';
import { toImportAnswer } from './to-import-answer.js';

/** What concerns documents of all kinds. */
@Controller()
export class ImportingController {
  constructor(
    private readonly imports: ContentImportService,
    private readonly operations: TrackedOperationsService,
  ) {}

  @AlsoFollowed()
  @Operation('importContent', ImportContentAnswer)
  async importContent(
    @Body() body: ImportContentRequest,
    @AsLongRequest() asked: LongRequest,
  ): Promise<ImportContentAnswer | TrackedOperationAnswer> {
    return respondAsync(this.operations, asked, aboutImport(body), (progress) =>
      this.imported(body, progress, asked.principal),
    );
  }

  private async imported(
    { documents, options = {} }: ImportContentRequest,
    progress: OperationProgress,
    principal: Principal,
  ): Promise<ImportContentAnswer> {
    const batch = { overwrite: options.overwrite ?? false, progress };
    return answerOf(await this.imports.import(documents, batch, principal), progress);
  }
}

/** @throws OperationCancelled, OperationInterrupted with what was done, where that is not all. */
function answerOf(
  outcomes: readonly ImportOutcome[],
  { signal }: OperationProgress,
): ImportContentAnswer {
  const answer = toImportAnswer(outcomes);
  if (isCutShort(outcomes)) throw endedEarly(signal, answer);
  return answer;
}

function aboutImport({ documents: { length } }: ImportContentRequest): OperationAbout {
  const subject = length === 1 ? '1 document' : `${length} documents`;
  return { kind: 'import', subject, isCancellable: true };
}
