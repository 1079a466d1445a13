import { type ValidInputs } from './valid-inputs.js';

/** Repositories that are read. They are absent. */
export const REPOSITORY_REFRESH_INPUTS = {
  callRepositoryWebhook: { body: { ref: 'refs/heads/main' } },
} as const satisfies ValidInputs;
