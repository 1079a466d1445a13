import { type DocumentCheck } from './document-check.js';
import { type PackageVerification } from './package-verification.service.js';
import { type VerifiedDocument, type VerifyArtifactAnswer } from './trust.dto.js';

/** A verification in the words of the interface. */
export function toVerification(verification: PackageVerification): VerifyArtifactAnswer {
  const { name, version, installed, installedBy, origin, integrity, signature } = verification;
  const documents = verification.documents.map(toDocument);
  return {
    name,
    version,
    installed: installed.toISOString(),
    installedBy,
    origin: origin ? { config: origin.config, ref: origin.ref } : null,
    integrity,
    signature: signature ?? { state: 'unknown', key: null },
    unchanged: integrity.state === 'intact' && documents.every(isUnchanged),
    documents,
  };
}

function isUnchanged({ state }: VerifiedDocument): boolean {
  return state === 'unchanged';
}

function toDocument({ type, name, id, state, pointers, more }: DocumentCheck): VerifiedDocument {
  return { type, name, _id: id, state, pointers, more };
}
