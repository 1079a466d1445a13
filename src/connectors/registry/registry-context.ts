import { type AnswerStore } from './answer-store.js';

/** How far a listing has come. */
export interface ListingProgress {
  /** Projects whose versions are known. */
  readonly done: number;
  /** Projects in all; null while they are still being counted. */
  readonly total: number | null;
}

/** What an adapter is given beside its settings. */
export interface RegistryContext {
  readonly answers: AnswerStore;
  /** Told after each project; cheap calls, and many of them. */
  readonly progress?: (progress: ListingProgress) => void;
}
