import { type Fault } from '../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { type Artifact, type ArtifactBundle, type ManifestArtifact } from './artifact.js';
import { toInterfaceDialect } from './dialect.js';
import { locationParts } from './safe-location.js';

/** A document that is a package, in the words of the interface as well, or every reason why it is none. */
export type ArtifactReading =
  | { readonly kind: 'sound'; readonly artifact: Artifact; readonly document: JsonObject }
  | { readonly kind: 'faulty'; readonly faults: readonly Fault[] };

const NAME_LENGTH_MAX = 214;
const VERSION_LENGTH_MAX = 128;
const TEXT_LENGTH_MAX = 1024;
const DESCRIPTION_LENGTH_MAX = 16_384;
const LIST_LENGTH_MAX = 10_000;
const KEYWORDS_MAX = 256;
const KEYWORD_LENGTH_MAX = 256;
const FAULTS_MAX = 20;
// Control characters would forge lines in logs and lists.
const PLAIN_NAME = /^(?!\s)[^\p{Cc}]*[^\p{Cc}\s]$/u;
const NO_OBJECT: JsonObject = {};

type Path = readonly (string | number)[];

/** Reads one document; collects what is wrong with it instead of stopping at the first fault. */
class Reading {
  readonly faults: Fault[] = [];

  object(value: JsonValue | undefined, path: Path, isRequired = true): JsonObject {
    if (isJsonObject(value)) return value;
    if (value !== undefined || isRequired) this.fault(path, 'must be an object');
    return NO_OBJECT;
  }

  list(value: JsonValue | undefined, path: Path, lengthMax: number): readonly JsonValue[] {
    if (value === undefined) return [];
    if (Array.isArray(value) && value.length <= lengthMax) return value;
    this.fault(path, `must be a list of at most ${lengthMax} entries`);
    return [];
  }

  text(value: JsonValue | undefined, path: Path, lengthMax = TEXT_LENGTH_MAX): string {
    if (value === undefined) return '';
    if (typeof value === 'string' && value.length <= lengthMax) return value;
    this.fault(path, `must be text of at most ${lengthMax} characters`);
    return '';
  }

  /** A text that people and other packages refer to by. */
  label(value: JsonValue | undefined, path: Path, lengthMax: number): string {
    const text = this.text(value, path, lengthMax);
    if (value === undefined) this.fault(path, 'is missing');
    else if (typeof value === 'string' && !PLAIN_NAME.test(value)) {
      this.fault(path, 'must not be empty, begin or end with a space, or hold control characters');
    }
    return text;
  }

  fault(path: Path, detail: string): void {
    if (this.faults.length < FAULTS_MAX) {
      this.faults.push({ pointer: jsonPointer(path), detail });
    }
  }
}

/**
 * Reads a package document of either dialect. Only what the interface names is looked at; unknown
 * members and unknown bundle types are the package's own business.
 */
export function readArtifact(document: JsonObject): ArtifactReading {
  const reading = new Reading();
  const translated = toInterfaceDialect(document);
  const metadata = reading.object(translated['metadata'], ['metadata']);
  const manifest = reading.object(translated['manifest'], ['manifest']);
  const artifact = {
    ...readMetadata(reading, metadata),
    ...readManifest(reading, manifest),
    bundles: readBundles(reading, translated['bundles']),
    readme: reading.text(translated['readme'] ?? undefined, ['readme'], Infinity),
  };
  if (reading.faults.length > 0) return { kind: 'faulty', faults: reading.faults };
  return { kind: 'sound', artifact, document: translated };
}

function readMetadata(
  reading: Reading,
  metadata: JsonObject,
): Omit<Artifact, 'platformVersion' | 'createdAt' | 'manifestArtifacts' | 'bundles' | 'readme'> {
  const at = (key: string): Path => ['metadata', key];
  const { repository, keywords } = metadata;
  return {
    name: reading.label(metadata['name'], at('name'), NAME_LENGTH_MAX),
    version: reading.label(metadata['version'], at('version'), VERSION_LENGTH_MAX),
    description: reading.text(metadata['description'], at('description'), DESCRIPTION_LENGTH_MAX),
    author: reading.text(metadata['author'], at('author')),
    license: reading.text(metadata['license'], at('license')),
    keywords: reading
      .list(keywords, at('keywords'), KEYWORDS_MAX)
      .map((keyword, i) => reading.text(keyword, [...at('keywords'), i], KEYWORD_LENGTH_MAX)),
    repository: repository === undefined ? undefined : readRepository(reading, repository),
    registryId: readRegistryId(reading, metadata['registryId']),
    platformDependencies: readDependencies(reading, metadata['platformDependencies']),
  };
}

function readRepository(reading: Reading, value: JsonValue): JsonObject {
  const path = ['metadata', 'repository'];
  const repository = reading.object(value, path);
  for (const key of ['type', 'hostname', 'path', 'url']) {
    reading.text(repository[key], [...path, key]);
  }
  return repository;
}

function readRegistryId(reading: Reading, value: JsonValue | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  reading.fault(['metadata', 'registryId'], 'must be a positive whole number');
  return undefined;
}

function readDependencies(
  reading: Reading,
  value: JsonValue | undefined,
): Readonly<Record<string, string>> | undefined {
  if (value === undefined) return undefined;
  const path = ['metadata', 'platformDependencies'];
  const entries = Object.entries(reading.object(value, path));
  if (entries.length > TEXT_LENGTH_MAX) reading.fault(path, 'names too many dependencies');
  // fromEntries defines keys: a dependency named `__proto__` stays a key.
  return Object.fromEntries(
    entries.map(([name, range]) => [
      name,
      reading.text(range, [...path, name], KEYWORD_LENGTH_MAX),
    ]),
  );
}

function readManifest(
  reading: Reading,
  manifest: JsonObject,
): Pick<Artifact, 'platformVersion' | 'createdAt' | 'manifestArtifacts'> {
  reading.text(manifest['bundleName'], ['manifest', 'bundleName']);
  reading.text(manifest['fingerprint'], ['manifest', 'fingerprint']);
  const created = Number(
    reading.text(manifest['createdEpoch'], ['manifest', 'createdEpoch']) || NaN,
  );
  return {
    platformVersion: releaseText(manifest['platformVersion'] ?? manifest['platform_version']),
    createdAt: isTime(created) ? new Date(created) : undefined,
    manifestArtifacts: reading
      .list(manifest['artifacts'], ['manifest', 'artifacts'], LIST_LENGTH_MAX)
      .map((entry, i) => readManifestArtifact(reading, entry, i)),
  };
}

function readManifestArtifact(reading: Reading, value: JsonValue, at: number): ManifestArtifact {
  const path = ['manifest', 'artifacts', at];
  const entry = reading.object(value, path);
  const text = (key: string): string => reading.text(entry[key] ?? undefined, [...path, key]);
  const location = text('location');
  if (location !== '' && !locationParts(location)) {
    reading.fault([...path, 'location'], 'must be a path inside the package');
  }
  return { id: text('id'), name: text('name'), type: text('type'), location };
}

function readBundles(reading: Reading, value: JsonValue | undefined): readonly ArtifactBundle[] {
  if (value === undefined) reading.fault(['bundles'], 'is missing');
  return reading.list(value, ['bundles'], LIST_LENGTH_MAX).map((bundle, i) => {
    const entry = reading.object(bundle, ['bundles', i]);
    const type = reading.label(entry['type'], ['bundles', i, 'type'], NAME_LENGTH_MAX);
    const data = reading.object(entry['data'], ['bundles', i, 'data']);
    // Documents are found by their names, so these must have an end.
    if (typeof data['name'] === 'string') {
      reading.text(data['name'], ['bundles', i, 'data', 'name']);
    }
    return { type, data };
  });
}

/** A release may be written as a number in JSON: 2023.2. */
function releaseText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Dates reach 8.64e15 ms from 1970; beyond that there is none to show. */
function isTime(epochMs: number): boolean {
  return Number.isFinite(epochMs) && Math.abs(epochMs) <= 8.64e15;
}
