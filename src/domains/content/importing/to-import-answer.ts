import { type ImportOutcome } from './import-outcome.js';
import { type ImportContentAnswer } from './importing.dto.js';

/** The outcomes of an import, counted. */
export function toImportAnswer(results: readonly ImportOutcome[]): ImportContentAnswer {
  const imported = results.filter(({ success }) => success).length;
  const failed = results.length - imported;
  return { message: `Imported ${imported}, failed ${failed}`, imported, failed, results };
}
