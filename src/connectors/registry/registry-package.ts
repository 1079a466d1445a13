import { type JsonObject } from '../../kernel/json.js';

/** A package that a repository holds, as far as it is known without reading it. */
export interface ListedPackage {
  readonly kind: 'listed';
  /** Its place in the repository; stable, and what `fetch` takes. */
  readonly ref: string;
  /** Changes whenever the package may have changed; equal ones need not be read again. */
  readonly fingerprint: string;
}

/** Something that should be a package and is not; the rest of the repository is unharmed. */
export interface BrokenPackage {
  readonly kind: 'broken';
  readonly ref: string;
  /** For people; names no path outside the repository. */
  readonly reason: string;
}

/** A package as its repository holds it. */
export interface RegistryPackage {
  readonly ref: string;
  /** artifact.json in the dialect it was written in. */
  readonly document: JsonObject;
  /** The branch it was read from, where the repository has branches. */
  readonly branch?: string;
  /** Read from the default branch of its project: stands behind release branches. */
  readonly isDefaultBranch: boolean;
  /** When the repository last changed it: the commit date, or that of the newest file. */
  readonly changedAt: CommitDate | FileDate;
}

interface CommitDate {
  readonly kind: 'commit';
  readonly date: Date;
}

interface FileDate {
  readonly kind: 'file';
  readonly date: Date;
}
