import { type JsonObject } from '../../kernel/json.js';
import { type ProfileDocument } from './document/profile-document.dto.js';
import { type WrittenProfile } from './profile-records.service.js';
import { type ProfileView } from './profile-views.service.js';
import { type ShownProfile, type WrittenProfileAnswer } from './profiles.dto.js';

/** What is stored follows the declaration: nothing else was let through. */
function toDocument(profile: JsonObject): ProfileDocument {
  return profile as JsonObject & ProfileDocument;
}

/** A profile as `/profiles` answers it. */
export function toShown({ metadata, profile }: ProfileView): ShownProfile {
  return { metadata, profile: toDocument(profile) };
}

/** The answer to a change of a profile; `what` says which, `created` for example. */
export function toWritten(
  what: string,
  { record, warnings, changes }: WrittenProfile,
  { metadata, profile }: ProfileView,
): WrittenProfileAnswer {
  const message = `Successfully ${what} profile ${record.name}.`;
  return { status: 'OK', message, data: toDocument(profile), metadata, warnings, changes };
}
