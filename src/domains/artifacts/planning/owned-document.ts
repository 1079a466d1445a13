import { type JsonObject } from '../../../kernel/json.js';
import { type PresentDocument } from '../stored/install-plan.js';
import { type OwnedVersions } from './document-outcome.js';

/**
 * A document that an installed package owns, or one of users that it is to take over, with everything that a new version
 * is compared with.
 */
export interface OwnedDocument extends PresentDocument, OwnedVersions {
  readonly name: string;
  readonly type: string;
  /** `contentHash` of what stands there. */
  readonly seen: string;
  /** Of one of users: what a package that is built of it holds. Absent for what the package owns. */
  readonly packed?: JsonObject;
}
