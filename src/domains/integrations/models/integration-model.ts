import { type JsonObject } from '../../../kernel/json.js';
import { type StoredDocument } from '../../../platform/database/storable.js';
import { type PackagedRecord } from '../../../platform/packaged/packaged-record.js';

/** What a list shows of a model; kept beside the document, which can be megabytes long. */
export interface ModelSummary {
  /** `title:version` of the document; empty where that cannot be read. */
  readonly versionId: string;
  readonly description: string;
  /** How many operations there are. */
  readonly operations: number;
  /** What an integration configures, empty; see `readModelProperties`. */
  readonly properties: StoredDocument;
  /** Why the document cannot be used; null when it can. */
  readonly problem: string | null;
  /** The hash of the packaged document that this was read from. */
  readonly hash: string | null;
}

/** A model as stored. */
export interface StoredModel extends PackagedRecord {
  /** `foldText` of the summary's `versionId`, under which integrations name their model too. */
  readonly versionFolded?: string;
  readonly summary?: ModelSummary;
}

/** A model without its document. */
export type ModelHead = Omit<StoredModel, 'document'>;

/** A model that is ready to be shown. */
export interface IntegrationModel {
  readonly id: string;
  readonly name: string;
  readonly revision: number;
  readonly isPackaged: boolean;
  readonly summary: ModelSummary;
}

/** A model together with its OpenAPI document. */
export interface FullModel extends IntegrationModel {
  readonly document: JsonObject;
}

/** The bundle type of models in packages, and the `type` of every record. */
export const MODEL_TYPE = 'integration-model';
