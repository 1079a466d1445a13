import { type ValidInputs } from './valid-inputs.js';

/** Imports of any mix, projects and tags; what is none that can be imported is told of and left out. */
export const IMPORT_INPUTS = {
  importContent: { body: { documents: [{}], options: { overwrite: false } } },
  listTags: { flat: { skip: '0', limit: '1' } },
  listProjects: {
    flat: { contains: 'x', equals: 'x', startsWith: 'x', order: '1', skip: '0', limit: '1' },
  },
  importProject: { body: { project: { name: ' ', components: [] } } },
  exportProject: { flat: { dialect: 'interface' } },
} as const satisfies ValidInputs;
