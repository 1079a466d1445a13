import { type JsonObject } from '#kernel/json.js';
import { aProfile } from '../../factories/a-profile.js';
import { grammarBy } from './list-grammar.js';
import { type ValidInputs } from './valid-inputs.js';

const SHARED_OUT = ['rabbitmq', 'loggerProps', 'expressProps', 'systemProps', 'uiProps'];

/** A whole profile takes as many requests as a test has time for: these are parts of one. */
function aPart(id: string, isPart: (group: string) => boolean): JsonObject {
  const groups = Object.entries(aProfile(id)).filter(([group]) => group === 'id' || isPart(group));
  return Object.fromEntries(groups);
}

/** Profiles, the documents that configure the platform; each operation reaches some of the groups. */
export const PROFILE_INPUTS = {
  listProfiles: { flat: grammarBy('name', 'profile') },
  // The profile of the first start is there already, and what a test calls is not.
  createProfile: { body: { properties: aPart('default', (group) => !SHARED_OUT.includes(group)) } },
  importProfile: {
    body: {
      properties: aPart('default', (group) => SHARED_OUT.slice(1, 3).includes(group)),
      metadata: {},
      options: { overwrite: false },
    },
  },
  updateProfile: {
    body: {
      properties: aPart('absent', (group) =>
        ['rabbitmq', 'systemProps', 'uiProps'].includes(group),
      ),
    },
  },
} as const satisfies ValidInputs;
