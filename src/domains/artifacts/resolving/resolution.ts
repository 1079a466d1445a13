import { type SignatureVerdict } from '#domains/catalogue/trust/package-trust.js';

/** What happens to a package; `keep` stands for one that stays and that a changed one needs. */
export type PackageAction = 'add' | 'upgrade' | 'downgrade' | 'reinstall' | 'keep' | 'remove';

/** Where the document of a package to install lies. */
export type ResolvedSource =
  | {
      readonly kind: 'repository';
      readonly config: string;
      readonly ref: string;
      /** The document in `catalogue_contents`. */
      readonly contentId: string;
      /** SHA-256 of the canonical JSON of the document; null where the index does not know it. */
      readonly integrity: string | null;
      readonly signature: SignatureVerdict;
      /** The signature itself; null where there is none. */
      readonly signatureText: string | null;
    }
  | {
      readonly kind: 'uploaded';
      /** Its place in `install` of the request. */
      readonly at: number;
    };

/** Why a package is part of the plan. */
export interface RequiredBy {
  readonly name: string;
  readonly version: string;
  /** As the package writes it; empty for any version. */
  readonly range: string;
}

/** What stood there when it was decided: if it is another revision now, the world has moved. */
export interface InstalledState {
  readonly id: string;
  readonly revision: number;
  readonly version: string;
}

/** One package of a resolution. */
export interface ResolvedPackage {
  readonly name: string;
  readonly nameFolded: string;
  readonly action: PackageAction;
  /** The installed version; null for one that is added. */
  readonly from: string | null;
  /** The version afterwards; null for one that is removed. */
  readonly to: string | null;
  /** Null for what is kept or removed. */
  readonly source: ResolvedSource | null;
  readonly installed: InstalledState | null;
  /** The request names it; others come along. */
  readonly isAsked: boolean;
  /** The packages of the outcome that require it, by name. */
  readonly requiredBy: readonly RequiredBy[];
}

/** An application, adapter or package that does not run here. */
export interface MissingRequirement {
  readonly dependency: string;
  readonly range: string;
  /** Names of the packages to install that ask for it. */
  readonly requiredBy: readonly string[];
}

/** A dependency that runs here in a version that does not do. */
export interface MismatchingRequirement extends MissingRequirement {
  readonly running: string;
}

/** One name and version that lies in several places. */
export interface DuplicatePackage {
  readonly name: string;
  readonly version: string;
  readonly taken: { readonly config: string; readonly ref: string };
  readonly others: readonly {
    readonly config: string;
    readonly ref: string;
    readonly isSameContent: boolean;
  }[];
  /** For people: which one is taken, and why. */
  readonly message: string;
}

/** Why the request cannot be fulfilled as it stands; each is a conflict (409) with this code. */
export interface ResolutionProblem {
  /**
   * `not-installable`: what it asks for does not run here; `unsolvable`: the ranges contradict each
   * other; `has-dependents`: others need what is to be removed. With `force` none of them comes up.
   */
  readonly code: 'not-installable' | 'unsolvable' | 'has-dependents' | 'too-many-packages';
  /** One sentence for people. */
  readonly detail: string;
  /** The reasoning, one sentence each: which package requires what, and why nothing fits. */
  readonly reasons: readonly string[];
}

/** What a request comes to. Nothing is written by it. */
export interface Resolution {
  /** Removals (dependents first), then installs (dependencies first), then what is kept. */
  readonly packages: readonly ResolvedPackage[];
  readonly missing: readonly MissingRequirement[];
  readonly mismatching: readonly MismatchingRequirement[];
  readonly duplicates: readonly DuplicatePackage[];
  /** For people: downgrades, and why another version is taken than the catalogue shows. */
  readonly notes: readonly string[];
  /** Empty when the request can be carried out. */
  readonly problems: readonly ResolutionProblem[];
}
