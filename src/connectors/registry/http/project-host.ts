import { type PackageLine } from '../registry-package.js';

/** A project of a registry, as its listing shows it. */
export interface HostedProject {
  /** The registry's own number of it. */
  readonly id: number;
  /** `group/subgroup/project`: what people call it, and unique in the registry. */
  readonly path: string;
  /** Null for a project without any commit. */
  readonly defaultBranch: string | null;
}

/** Where one version of a package lies, pinned to a commit: its files cannot change any more. */
export interface HostedVersion {
  readonly line: PackageLine;
  readonly commit: string;
  /** When the commit was made; null when that costs a call, which `commitDate` makes. */
  readonly date: Date | null;
}

/**
 * The calls in which registries differ; what they have in common is in `ProjectRegistry`. All of
 * them throw as `RegistryHttp` does.
 */
export interface ProjectHost {
  /** Projects below the configured path, archived and empty ones left out. */
  projects(signal: AbortSignal): AsyncIterable<HostedProject>;
  /** Release branches, the default branch and version tags of a project; `version-lines.ts` judges names. */
  versions(project: HostedProject, signal: AbortSignal): Promise<readonly HostedVersion[]>;
  /** One file of a commit as it is; null when there is none. */
  file(place: HostedFile, signal: AbortSignal): Promise<Buffer | null>;
  /** All JSON files below `bundles/` of a commit, by path. */
  bundleFiles(
    project: HostedProject,
    commit: string,
    signal: AbortSignal,
  ): Promise<readonly string[]>;
  /** Asked only for versions that came without a date. */
  commitDate(project: HostedProject, commit: string, signal: AbortSignal): Promise<Date>;
}

/** One file of one commit. */
export interface HostedFile {
  readonly project: HostedProject;
  readonly commit: string;
  /** A checked path inside the project: no `..`, no leading slash. */
  readonly location: string;
  readonly limitBytes: number;
}
