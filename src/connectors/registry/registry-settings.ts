/** The repository types that a configuration may name. */
export const REPOSITORY_TYPES = ['gitlab', 'github', 'local'] as const;
export type RepositoryType = (typeof REPOSITORY_TYPES)[number];

/** What an adapter needs to know of a repository configuration. */
export interface RegistrySettings {
  readonly type: string;
  /**
   * Where the registry is: a host, host and port, or a whole URL with a base path
   * (`https://git.acme.example/gitlab`). Plain http only where it is written so.
   */
  readonly hostname: string;
  /** A directory, group, user or project; `topic:…` on GitHub. */
  readonly path: string;
  /** The token in plain text, opened by the caller; none when empty or absent. */
  readonly token?: string;
  /**
   * Whether `artifact.json.sig` is asked for, which costs a call for each package that is read.
   * Turned on later, it changes all fingerprints, so that everything is read again.
   */
  readonly readsSignatures?: boolean;
}
