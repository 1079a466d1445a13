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
  /** Names of packages in it, broken ones not counted. */
  readonly packages: number;
  /** Versions of them, one for each tag and branch. */
  readonly versions: number;
  /** When a node last began to read it. */
  readonly begun: Date | null;
  /** When it is read again; null for as soon as possible. */
  readonly nextRun: Date | null;
  /** The interval, in seconds, by which that was said. */
  readonly interval: number;
  /** Readings that failed since the last one that did not. */
  readonly failures: number;
  /** Before that its registry wants no calls. */
  readonly pausedUntil: Date | null;
  /** When its webhook was called last. */
  readonly asked: Date | null;
  /** By whose keys its packages were judged. */
  readonly judgedBy: string;
  /** How far a reading is that goes on; null when none does. */
  readonly progress: StoredProgress | null;
}

/** How far a reading is. */
export interface StoredProgress {
  /** When that was; a node that says nothing for long is gone. */
  readonly at: Date;
  readonly projects: number;
  /** Null while they are still being counted. */
  readonly projectsTotal: number | null;
  readonly versions: number;
  readonly read: number;
}

/** What is said of a repository that was never looked at. */
export const UNREAD: Omit<RepositoryState, '_id' | 'identity'> = {
  indexed: null,
  indexedBy: null,
  error: null,
  broken: [],
  packages: 0,
  versions: 0,
  begun: null,
  nextRun: null,
  interval: 0,
  failures: 0,
  pausedUntil: null,
  asked: null,
  judgedBy: '',
  progress: null,
};

/** For which configurations and which running release the visible versions were computed last. */
export interface CatalogueState {
  readonly _id: 'shelves';
  readonly configs: readonly string[];
  readonly release: string;
  /** When every name was last gone through. */
  readonly checked: Date;
  /** Counts up with every change of the visible versions: totals of one generation may be kept. */
  readonly generation: number;
  /** The visible versions are being changed; left behind by a node that died at it. */
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
      type: [{ ref: String, fingerprint: String, reason: String, _id: false }],
      required: true,
    },
    packages: { type: Number, required: true },
    versions: { type: Number, required: true },
    begun: { type: Date, default: null },
    nextRun: { type: Date, default: null },
    interval: { type: Number, required: true },
    failures: { type: Number, required: true },
    pausedUntil: { type: Date, default: null },
    asked: { type: Date, default: null },
    judgedBy: { type: String, required: true },
    progress: {
      type: { at: Date, projects: Number, projectsTotal: Number, versions: Number, read: Number },
      _id: false,
      default: null,
    },
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
