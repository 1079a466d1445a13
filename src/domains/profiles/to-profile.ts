import { type JsonObject } from '../../kernel/json.js';
import { type ProfileDocument } from './document/profile-document.dto.js';
import { type WrittenProfile } from './profile-records.service.js';
import { type ProfileView } from './profile-views.service.js';
import {
  type ActivatedProfileAnswer,
  type ShownProfile,
  type WrittenProfileAnswer,
} from './profiles.dto.js';

/** What is stored follows the declaration: nothing else was let through. */
function toDocument(profile: JsonObject): ProfileDocument {
  return profile as JsonObject & ProfileDocument;
}

/** A profile as `/profiles` answers it. */
export function toShown({ metadata, profile }: ProfileView): ShownProfile {
  return { metadata, profile: toDocument(profile) };
}

/** The answer to an activation; `what` is the word for it. */
export function toActivated(
  what: string,
  { record, changes }: WrittenProfile,
  { metadata, profile }: ProfileView,
): ActivatedProfileAnswer {
  const message = `Successfully ${what} profile ${record.name}.`;
  return { status: 'OK', message, data: toDocument(profile), metadata, changes };
}

/** The answer to a change of a document; `what` says which, `created` for example. */
export function toWritten(
  what: string,
  done: WrittenProfile,
  view: ProfileView,
): WrittenProfileAnswer {
  const { status, message, data, metadata, changes } = toActivated(what, done, view);
  return { status, message, data, metadata, warnings: done.warnings, changes };
}
