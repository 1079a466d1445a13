import { LIST_GRAMMAR } from './list-grammar.js';
import { type ValidInputs } from './valid-inputs.js';

/** Imports of any mix, projects and tags; what is none that can be imported is told of and left out. */
export const IMPORT_INPUTS = {
  importContent: { body: { documents: [{}], options: { overwrite: false } } },
  listTags: { flat: LIST_GRAMMAR },
  listAllTags: { flat: LIST_GRAMMAR },
  getTag: { body: { id: 'absent' } },
  getTagsByReference: { body: { data: { ref_id: 'absent' } } },
  createTag: { body: { data: { name: 'A valid input', description: 'x' } } },
  deleteTag: { body: { _id: 'absent' } },
  listProjects: { flat: LIST_GRAMMAR },
  createProject: {
    body: {
      name: ' ',
      description: 'x',
      backgroundColor: '#fff',
      thumbnail: 'x',
      folders: [{}],
      components: [],
    },
  },
  updateProject: {
    body: {
      name: 'absent',
      description: 'x',
      backgroundColor: '#fff',
      thumbnail: 'x',
      folders: [{}],
      members: [],
    },
  },
  importProject: {
    body: {
      conflictMode: 'insert-new',
      assignNewReferences: false,
      skipReferenceValidation: true,
      project: { name: ' ', components: [] },
    },
  },
  exportProject: { flat: { dialect: 'interface' } },
} as const satisfies ValidInputs;
