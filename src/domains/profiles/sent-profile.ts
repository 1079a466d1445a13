import { type Fault, invalidInput } from '../../kernel/app-error.js';
import { type JsonObject } from '../../kernel/json.js';
import { type ImportProfileRequest } from './profiles.dto.js';
import { type SentProfile } from './profile-records.service.js';
import { type ProfileDocument } from './document/profile-document.dto.js';

/** A profile that validation let through is JSON, whatever its class says of it. */
export function sentProfile(document: ProfileDocument, pointer = '#/properties'): SentProfile {
  return { document: document as ProfileDocument & JsonObject, pointer };
}

/**
 * The profile of an import, under the one name or the other.
 * @throws AppError `invalid-input` when both or none are there.
 */
export function importedProfile({ properties, profile }: ImportProfileRequest): SentProfile {
  if (properties && profile) {
    throw refused({ pointer: '#/profile', detail: 'must not stand beside properties' });
  }
  if (properties) return sentProfile(properties);
  if (profile) return sentProfile(profile, '#/profile');
  throw refused({ pointer: '#/properties', detail: 'is required' });
}

function refused(fault: Fault): Error {
  return invalidInput([fault]);
}
