import { Schema } from 'mongoose';

/** Names under which the models are registered and injected. */
export const CATALOGUE_REPOSITORY_MODEL = 'CatalogueRepository';
export const CATALOGUE_STATE_MODEL = 'CatalogueState';

/** Something in a repository that should be a package and is not. */
export interface BrokenPlace {
  readonly ref: string;
  /** Of the state that was looked at; empty when it could not even be listed. */
  readonly fingerprint: string;
  readonly reason: string;
}

/** How far the index of one repository configuration has come. */
export interface RepositoryState {
  /** Name of the configuration. */
  readonly _id: string;
  /** Changes when the configuration points elsewhere: the old index is no index of it then. */
  readonly identity: string;
  /** When it was last read to its end; null when it never was. */
  readonly indexed: Date | null;
  /** The node that read it: nodes may see different directories. */
  readonly indexedBy: string | null;
  /** Why the last reading failed; null after one that did not. */
  readonly error: { readonly at: Date; readonly message: string } | null;
  readonly broken: readonly BrokenPlace[];
  /** Number of packages in it, broken ones not counted. */
  readonly packages: number;
}

/** For which configurations and which running release the shelves were kept last. */
export interface CatalogueState {
  readonly _id: 'shelves';
  readonly configs: readonly string[];
  readonly release: string;
  /** When every name was last gone through. */
  readonly checked: Date;
  /** Counts up with every change of the shelves: totals of one generation may be kept. */
  readonly generation: number;
  /** The shelves are being changed; left behind by a node that died at it. */
  readonly isChanging: boolean;
}

const OPTIONS = { strict: 'throw', versionKey: false } as const;

export const catalogueRepositorySchema = new Schema<Record<keyof RepositoryState, unknown>>(
  {
    _id: { type: String, required: true },
    identity: { type: String, required: true },
    indexed: { type: Date, default: null },
    indexedBy: { type: String, default: null },
    error: { type: { at: Date, message: String }, _id: false, default: null },
    broken: {
      type: [{ type: { ref: String, fingerprint: String, reason: String }, _id: false }],
      required: true,
    },
    packages: { type: Number, required: true },
  } satisfies Record<keyof RepositoryState, unknown>,
  { collection: 'catalogue_repositories', ...OPTIONS },
);

export const catalogueStateSchema = new Schema<Record<keyof CatalogueState, unknown>>(
  {
    _id: { type: String, required: true },
    configs: { type: [String], required: true },
    release: { type: String, required: true },
    checked: { type: Date, required: true },
    generation: { type: Number, required: true },
    isChanging: { type: Boolean, required: true },
  } satisfies Record<keyof CatalogueState, unknown>,
  { collection: 'catalogue_state', ...OPTIONS },
);
