import { unifiedDiff } from '../../../cores/differences/unified-diff.js';
import { canonicalJson } from '../../../kernel/canonical-json.js';
import { type JsonObject } from '../../../kernel/json.js';
import { maskedData } from '../../../platform/secrets/masked-data.js';
import { isStamp } from '../merging/document-stamps.js';
import { type DocumentPlan } from './change-plan.js';

/** So long are the differences of one plan together, and so long is a document that is compared. */
const LENGTH_MAX = 1024 * 1024;
const DOCUMENT_LENGTH_MAX = 512 * 1024;
const LABELS = { before: 'here', after: 'package' };

/** How the documents of one plan differ, for people: as long as there is room for it. */
export class DocumentDiffs {
  private left = LENGTH_MAX;

  /** A unified difference of the JSON; null where there is nothing to compare, or no room. */
  of({ compared }: Pick<DocumentPlan, 'compared'>): string | null {
    if (compared === undefined) return null;
    const [before, after] = [textOf(compared.before), textOf(compared.after)];
    if (Math.max(before.length, after.length) > DOCUMENT_LENGTH_MAX) return null;
    const diff = unifiedDiff(before, after, { labels: LABELS });
    if (diff.length > this.left) return null;
    this.left -= diff.length;
    return diff;
  }
}

/** One member a line, by name: the order in which somebody wrote them, and the stamps, say nothing. */
function textOf(document: JsonObject): string {
  const said = Object.entries(document).filter(([member]) => !isStamp(member));
  const ordered = canonicalJson(maskedData(Object.fromEntries(said)));
  return `${JSON.stringify(JSON.parse(ordered), null, 2)}\n`;
}
