import { type ValidInputs } from './valid-inputs.js';

/** Plans of package changes, and what undoes them. */
export const PACKAGE_CHANGE_INPUTS = {
  planArtifact: {
    body: {
      config: '@local',
      name: '@acme/absent',
      version: '1.0.0',
      options: { overwrite: false, force: false, userChanges: 'merge' },
    },
  },
  buildArtifact: {
    body: {
      name: '@acme/x',
      version: '1.0.0',
      description: 'x',
      author: 'x',
      license: 'x',
      keywords: ['x'],
      platformDependencies: { x: '' },
      documents: [
        { type: 'workflow', name: 'x' },
        { type: 'automation', _id: 'x' },
      ],
      include: 'none',
    },
  },
  rollbackArtifact: { body: { options: { userChanges: 'discard', force: true } } },
} as const satisfies ValidInputs;
