import { type Artifact } from '../../../connectors/registry/artifact.js';
import { readArtifact } from '../../../connectors/registry/artifact-reader.js';
import { invariant } from '../../../kernel/invariant.js';
import { fromStored } from '../../../platform/database/storable.js';
import { type PackageContent } from '../stored/stored-package.js';

/** What a package that was installed says of itself; without its bundles. */
export function packageOf(head: PackageContent['head']): Artifact {
  const reading = readArtifact({ ...fromStored(head), bundles: [] });
  invariant(reading.kind === 'sound', 'only sound packages are installed');
  return reading.artifact;
}
