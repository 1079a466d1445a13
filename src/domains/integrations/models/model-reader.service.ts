import { Injectable } from '@nestjs/common';
import { foldText } from '../../../kernel/folded-text.js';
import { type JsonObject } from '../../../kernel/json.js';
import { fromStored } from '../../../platform/database/storable.js';
import {
  type FullModel,
  type IntegrationModel,
  type ModelHead,
  type ModelSummary,
  type StoredModel,
} from './integration-model.js';
import { IntegrationModelsRepository } from './integration-models.repository.js';
import { modelProblems } from './model-problems.js';
import { brokenSummary, packagedDocument, summaryOf } from './model-summary.js';

/**
 * Finds models wherever they come from. What packages bring is judged when it is first looked at,
 * and again when the package has changed it; the outcome is kept beside the document.
 */
@Injectable()
export class ModelReaderService {
  constructor(private readonly models: IntegrationModelsRepository) {}

  /** A model by its name or its `title:version`; undefined where there is none. */
  async find(id: string): Promise<FullModel | undefined> {
    const head = await this.findHead(id);
    if (!head) return undefined;
    const stored = await this.models.findDocument(head._id);
    if (!stored) return undefined;
    const settled = await this.settled(stored);
    return { ...settled, document: openApiOf(stored) ?? {} };
  }

  /** The same without its document. */
  async findHead(id: string): Promise<ModelHead | undefined> {
    const head = await this.models.findHead(id);
    if (head) return head;
    // A package may call a model by another name than its document does.
    const isNew = await this.readNew();
    return (isNew ? await this.models.findHead(id) : null) ?? undefined;
  }

  /** Reads what packages brought since the last look. @returns whether there was anything. */
  async readNew(): Promise<boolean> {
    const unread = await this.models.findUnread();
    for (const stored of unread) await this.read(stored);
    return unread.length > 0;
  }

  /** A model with a summary that is true. */
  async settled(head: ModelHead): Promise<IntegrationModel> {
    const { _id, name, revision = 0, packageId } = head;
    const summary = await this.summaryOf(head);
    return { id: _id, name, revision, isPackaged: packageId !== undefined, summary };
  }

  private async summaryOf(head: ModelHead): Promise<ModelSummary> {
    const { summary, hash = null } = head;
    if (summary && (head.packageId === undefined || summary.hash === hash)) return summary;
    const stored = await this.models.findDocument(head._id);
    return stored ? this.read(stored) : brokenSummary('It is gone', hash);
  }

  private async read(stored: StoredModel): Promise<ModelSummary> {
    const { name, hash = null } = stored;
    const summary = await judged(openApiOf(stored), hash);
    const versionFolded = foldText(summary.versionId === '' ? name : summary.versionId);
    await this.models.noteRead(stored, { versionFolded, summary });
    return summary;
  }
}

async function judged(
  document: JsonObject | undefined,
  hash: string | null,
): Promise<ModelSummary> {
  if (!document) return brokenSummary('It holds no OpenAPI document', hash);
  const [problem] = await modelProblems(document);
  if (problem) return brokenSummary(`${problem.pointer} ${problem.detail}`, hash);
  return summaryOf(document, hash);
}

function openApiOf({ document, packageId }: StoredModel): JsonObject | undefined {
  if (document === undefined) return undefined;
  const whole = fromStored(document);
  return packageId === undefined ? whole : packagedDocument(whole);
}
