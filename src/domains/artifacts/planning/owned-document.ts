import { type PresentDocument } from '../stored/install-plan.js';
import { type OwnedVersions } from './document-outcome.js';

/** A document that an installed package owns, with everything that a new version is compared with. */
export interface OwnedDocument extends PresentDocument, OwnedVersions {
  readonly name: string;
  readonly type: string;
  /** `contentHash` of what stands there. */
  readonly seen: string;
}
