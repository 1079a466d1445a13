/**
 * Words that documents of the original system carry, and what the interface calls the same things.
 * These tables are the only place that knows them.
 */
export const PACKAGE_WORDS: Readonly<Record<string, string>> = {
  IAPDependencies: 'platformDependencies',
  iap_version: 'platform_version',
  iapVersion: 'platformVersion',
  gitlabId: 'registryId',
};

/** The key under which a failed call of an adapter puts its error, and what paths to it say. */
export const ERROR_WORDS = { original: 'IAPerror', interface: 'platformError' } as const;

/** Who works on tasks that nobody is named for. */
export const SYSTEM_ACTOR_WORDS = { original: 'Pronghorn', interface: 'platform' } as const;

/** The words a document is told in: those it came with, or those of the interface. */
export type Dialect = 'original' | 'interface';
