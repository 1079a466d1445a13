import { type JsonObject } from '../../kernel/json.js';

/**
 * Which of the versions that lie side by side in a project this is. Release branches belong to a
 * release, the default branch stands behind them, tags are found by their version alone; `place` is
 * a repository without branches, which holds one version at each place.
 */
export interface PackageLine {
  readonly kind: 'release-branch' | 'default-branch' | 'tag' | 'place';
  /** `release/2023.2`, `main`, `v1.0.4`; null where the repository has no such names. */
  readonly name: string | null;
}

/** A package that a repository holds, as far as it is known without reading it. */
export interface ListedPackage {
  readonly kind: 'listed';
  /** Its place in the repository; stable, and what `fetch` takes. */
  readonly ref: string;
  /** Changes whenever the package may have changed; equal ones need not be read again. */
  readonly fingerprint: string;
  readonly line: PackageLine;
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
  readonly line: PackageLine;
  /** artifact.json in the dialect it was written in. */
  readonly document: JsonObject;
  /** Text of `artifact.json.sig` beside it; absent where there is none or none was asked for. */
  readonly signature?: string;
  /** The number under which its registry knows the project: GitLab's project, GitHub's repository. */
  readonly projectId?: number;
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
