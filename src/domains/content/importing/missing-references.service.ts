import { Injectable } from '@nestjs/common';
import { type Renamings } from '../../../platform/packaged/references.js';
import { allWarnings } from '../references/document-warnings.js';
import { ReferenceValidatorService } from '../references/reference-validator.service.js';
import { type ImportItem, type ImportOutcome } from './import-outcome.js';

const NOTHING = { document: {}, name: '' };

/** Finds what imported documents refer to in vain. */
@Injectable()
export class MissingReferencesService {
  constructor(private readonly references: ReferenceValidatorService) {}

  /** The outcomes with a warning for each such reference; items are those of the outcomes. */
  async warned(
    items: readonly ImportItem[],
    outcomes: readonly ImportOutcome[],
    renamings: Renamings,
  ): Promise<readonly ImportOutcome[]> {
    const referrers = outcomes.map(({ success, name }, at) => {
      const item = items[at];
      return success && item ? { document: renamings.rewrite(item.document), name } : NOTHING;
    });
    const broken = await this.references.validate(referrers);
    return outcomes.map((outcome, at) => ({
      ...outcome,
      warnings: allWarnings(outcome.warnings, broken[at] ?? []),
    }));
  }
}
