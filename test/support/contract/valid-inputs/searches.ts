import { type ValidInputs } from './valid-inputs.js';

const SEARCH = {
  body: {
    options: {
      limit: 1,
      skip: 0,
      sort: { name: 1 },
      fields: { name: 1 },
      expand: ['created_by'],
      local: true,
      query: { name: 'absent' },
    },
    query: { name: 'absent' },
  },
};

/** Lists that are searched by POST. */
export const SEARCH_INPUTS = {
  searchJobs: SEARCH,
  queryWorkflows: SEARCH,
  searchConfigurationTemplates: {
    body: { name: 'absent', options: { start: 0, limit: 1, sort: { name: 1 } } },
  },
} as const satisfies ValidInputs;
