import { type ListingProgress } from '../../../connectors/registry/registry-context.js';

/** How far a reading has come. */
export interface ReadingProgress extends ListingProgress {
  /** Versions of packages that were found so far. */
  readonly versions: number;
  /** Those of them that had changed and were read. */
  readonly read: number;
}

/** Counts what a reading has done, and tells of it. */
export class ReadingSteps {
  private listing: ListingProgress = { done: 0, total: null };
  private versions = 0;
  private fetched = 0;

  constructor(private readonly tell: (progress: ReadingProgress) => void) {}

  listed(listing: ListingProgress): void {
    this.listing = listing;
    this.report();
  }

  found(): void {
    this.versions += 1;
    this.report();
  }

  read(): void {
    this.fetched += 1;
    this.report();
  }

  private report(): void {
    this.tell({ ...this.listing, versions: this.versions, read: this.fetched });
  }
}
