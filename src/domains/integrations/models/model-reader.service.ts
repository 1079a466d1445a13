import { Injectable } from '@nestjs/common';
import { writtenInTurns } from '../../../api/http/json-in-turns.js';
import { AppError } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { type JsonObject } from '../../../kernel/json.js';
import { fromStored } from '../../../platform/database/storable.js';
import { type WorkerCaller, WORKERS } from '../../../platform/workers/worker-pool.js';
import { workerTask } from '../../../platform/workers/worker-task.js';
import {
  type FullModel,
  type IntegrationModel,
  type ModelHead,
  type ModelSummary,
  type StoredModel,
} from './integration-model.js';
import { IntegrationModelsRepository } from './integration-models.repository.js';
import { SHORT_LENGTH_MAX } from './validate-model.js';
import { validatePackagedModel, type validatePackagedText } from './validate-packaged-model.js';
import { brokenSummary, packagedDocument } from './model-summary.js';
import { programFile } from '../../../platform/config/program-file.js';

const VALIDATE = workerTask<typeof validatePackagedText>(
  programFile('domains/integrations/models/validate-packaged-model.js'),
  'validatePackagedText',
);
/** Whoever looks first has them judged, for everybody. */
const ANYBODY: WorkerCaller = { key: 'models of packages', waitingMax: Infinity };

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
    const summary = await validated(openApiOf(stored), hash);
    const versionFolded = foldText(summary.versionId === '' ? name : summary.versionId);
    await this.models.noteRead(stored, { versionFolded, summary });
    return summary;
  }
}

async function validated(
  document: JsonObject | undefined,
  hash: string | null,
): Promise<ModelSummary> {
  if (!document) return brokenSummary('It holds no OpenAPI document', hash);
  const text = await writtenInTurns(document);
  if (text.length <= SHORT_LENGTH_MAX) return validatePackagedModel(document, hash);
  try {
    return await WORKERS.run(VALIDATE, { text, hash }, ANYBODY);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too-expensive') throw error;
    return brokenSummary(error.detail, hash);
  }
}

function openApiOf({ document, packageId }: StoredModel): JsonObject | undefined {
  if (document === undefined) return undefined;
  const whole = fromStored(document);
  return packageId === undefined ? whole : packagedDocument(whole);
}
