import { readArtifact } from '../../../connectors/registry/artifact-reader.js';
import { type Artifact } from '../../../connectors/registry/artifact.js';
import { invalidInput } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { assertStorable } from '../../../platform/database/storable.js';
import { type UploadedPackage } from './package-source.js';

/** Sent documents are not changed: what is asked of one several times is read once. */
const known = new WeakMap<JsonObject, Artifact>();

/**
 * Reads a package document that a caller has sent.
 * @throws AppError `invalid-input` with pointers into the request.
 */
export function readUploaded({ document, pointer }: UploadedPackage): Artifact {
  const before = known.get(document);
  if (before) return before;
  // The parts are stored one by one, each with its own limit; the whole is checked for what it holds.
  assertStorableAt(document, pointer);
  const reading = readArtifact(document);
  if (reading.kind === 'sound') {
    known.set(document, reading.artifact);
    return reading.artifact;
  }
  throw invalidInput(
    reading.faults.map((fault) => ({ ...fault, pointer: pointer + fault.pointer.slice(1) })),
  );
}

function assertStorableAt(document: JsonObject, pointer: string): void {
  assertStorable({ [pointer.slice(2)]: document }, { limitBytes: Infinity });
}
