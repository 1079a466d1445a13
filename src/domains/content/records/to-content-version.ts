import { type DocumentVersion, type VersionSummary } from './content-history.service.js';
import { type ContentVersionDocument, type ContentVersionHead } from './content-versions.dto.js';

type VersionShown = Readonly<Pick<ContentVersionHead, keyof ContentVersionHead>>;

/** A version without its document. */
export function toVersionHead(version: VersionSummary): VersionShown {
  const { revision, name, saved, savedBy, current } = version;
  return { revision, name, saved: saved?.toISOString() ?? null, savedBy, current };
}

/** A version with its document. */
export function toVersion(version: DocumentVersion): ContentVersionDocument {
  const head: VersionShown = toVersionHead(version);
  return { ...head, document: version.document };
}
