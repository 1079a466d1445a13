/** The repository types that a configuration may name. */
export const REPOSITORY_TYPES = ['gitlab', 'github', 'local'] as const;
export type RepositoryType = (typeof REPOSITORY_TYPES)[number];

/** What an adapter needs to know of a repository configuration. */
export interface RegistrySettings {
  readonly type: string;
  readonly hostname: string;
  /** A directory, group, user or project. */
  readonly path: string;
}
