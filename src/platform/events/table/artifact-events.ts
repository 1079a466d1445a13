import { plainChanges } from '../changed-object.js';
import { type EventDeclarations } from '../event-declaration.js';

const artifact = {
  id: { type: 'text', note: 'Id of the installed package' },
  name: { type: 'text', note: 'Its name' },
  version: { type: 'text', nullable: true, note: 'Its version' },
  by: { type: 'text', nullable: true, note: 'Name of the account that did it; null for commands' },
} as const;
const repository = {
  name: { type: 'text', note: 'Name of the repository configuration' },
} as const;

/** Packages and the repositories that offer them. */
export const ARTIFACT_EVENTS = {
  artifactInstalled: {
    source: 'AdminEssentials',
    topic: 'artifactInstalled',
    description: 'A package was installed',
    payload: artifact,
  },
  artifactUpdated: {
    source: 'AdminEssentials',
    topic: 'artifactUpdated',
    description: 'An installed package was replaced by another version',
    payload: artifact,
  },
  artifactRemoved: {
    source: 'AdminEssentials',
    topic: 'artifactRemoved',
    description: 'A package was removed with its documents',
    payload: artifact,
  },
  ...plainChanges('PrebuiltsRepository', 'repositoryConfig', 'A repository configuration'),
  repositoryReadFailed: {
    source: 'PrebuiltsRepository',
    topic: 'repositoryReadFailed',
    description: 'A package repository could be read before and cannot be read now',
    payload: { ...repository, detail: { type: 'text', note: 'Why, in words' } },
  },
  repositoryReadRestored: {
    source: 'PrebuiltsRepository',
    topic: 'repositoryReadRestored',
    description: 'A package repository can be read again',
    payload: repository,
  },
} as const satisfies EventDeclarations;
