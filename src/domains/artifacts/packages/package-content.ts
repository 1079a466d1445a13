import { foldText } from '../../../kernel/folded-text.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { objectOf } from '../../../kernel/json-reading.js';
import { invariant } from '../../../kernel/invariant.js';
import { fromStored, toStored } from '../../../platform/database/storable.js';
import { type Artifact } from '../../../connectors/registry/artifact.js';
import { readArtifact } from '../../../connectors/registry/artifact-reader.js';
import { type PlannedDocument } from '../stored/install-plan.js';
import { type PackageOrigin } from '#domains/catalogue/trust/package-trust.js';
import { type BundleRef, type PackageContent } from '../stored/stored-package.js';

/** The version of a package that a record will tell of. */
export interface PackageVersion {
  readonly document: JsonObject;
  readonly artifact: Artifact;
  readonly origin: PackageOrigin | undefined;
  readonly installed: Date;
  readonly installedBy: string;
  readonly isForced: boolean;
}

/** What the record of a package holds of this version. */
export function packageContent(
  { document, artifact, origin, installed, installedBy, isForced }: PackageVersion,
  documents: readonly PlannedDocument[],
): PackageContent {
  const { bundles, ...head } = document;
  const list = Array.isArray(bundles) ? bundles : [];
  return {
    name: artifact.name,
    nameFolded: foldText(artifact.name),
    version: artifact.version,
    descriptionFolded: foldText(artifact.description),
    keywords: artifact.keywords,
    keywordLines: toKeywordLines(artifact.keywords),
    dependencies: Object.keys(artifact.platformDependencies ?? {}).map((name) => foldText(name)),
    components: artifact.manifestArtifacts.map(({ id, name, type }) => ({ id, name, type })),
    bundles: documents.map((planned) => toBundleRef(planned, list[planned.position])),
    head: toStored(head),
    installed,
    installedBy,
    ...(origin && { origin }),
    ...(isForced && { isForced }),
  };
}

/** What a package that was installed says of itself; without its bundles. */
export function packageOf(head: PackageContent['head']): Artifact {
  const reading = readArtifact({ ...fromStored(head), bundles: [] });
  invariant(reading.kind === 'sound', 'only sound packages are installed');
  return reading.artifact;
}

function toBundleRef(
  { type, collection, documentId, originalId }: PlannedDocument,
  bundle: unknown,
): BundleRef {
  const members = Object.entries(isJsonObject(bundle) ? bundle : {});
  const rest = Object.fromEntries(members.filter(([key]) => key !== 'type' && key !== 'data'));
  const came = isJsonObject(bundle) && bundle['type'] !== type ? objectOf(bundle['data']) : null;
  return {
    type,
    collection,
    documentId,
    ...(originalId !== undefined && { originalId }),
    ...(Object.keys(rest).length > 0 && { rest: toStored(rest) }),
    ...(came && { agendaJob: toStored(came) }),
  };
}

/**
 * Each keyword as JSON on a line of its own, so that one is found in the text as a whole line: no
 * character of a keyword can be taken for the end of it.
 */
export function toKeywordLines(keywords: readonly string[]): string {
  return ['', ...keywords.map((keyword) => JSON.stringify(keyword)), ''].join('\n');
}

const PATTERN_CHARACTERS = /[\\^$.*+?()[\]{}|]/g;

/** What finds the lines of packages that have a keyword: one index holds them beside the texts that are searched. */
export function keywordPattern(keyword: string): RegExp {
  return new RegExp(toKeywordLines([keyword]).replace(PATTERN_CHARACTERS, String.raw`\$&`));
}
