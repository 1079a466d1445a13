import { type JsonObject } from '../../../kernel/json.js';
import { type StoredDocument } from '../../../platform/database/storable.js';
import { type ContentKindName } from '../kinds/content-kinds.js';

/** A component of a project. What is of a kind lies in the collection of that kind. */
export interface ProjectPart {
  /** The component without its document. */
  readonly component: JsonObject;
  /** Null where the document is of no kind; it is kept here then. */
  readonly kind: ContentKindName | null;
  /** The document in its collection; null where it could not be imported. */
  readonly documentId: string | null;
  /** Whether the document came with the project's prefix in its name. */
  readonly prefixed: boolean;
  /** Whether `reference` of the component is the id of the document. */
  readonly referred: boolean;
  readonly kept?: JsonObject;
}

/** A project as stored. */
export interface StoredProject {
  readonly _id: string;
  readonly name: string;
  readonly nameFolded: string;
  readonly description: string;
  readonly componentCount: number;
  /** The project as it came, without its components. */
  readonly head: StoredDocument;
  /** `{parts: ProjectPart[]}` */
  readonly body: StoredDocument;
  readonly created: Date;
  readonly createdBy: string;
}

/** A project without what it holds. */
export type ProjectSummary = Omit<StoredProject, 'head' | 'body'>;

/** A project. */
export interface Project extends ProjectSummary {
  readonly head: JsonObject;
  readonly parts: readonly ProjectPart[];
}
