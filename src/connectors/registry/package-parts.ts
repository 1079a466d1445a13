import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { parseJsonObject } from './package-text.js';
import { RefusedFile } from './refused-file.js';
import { tooLarge } from './too-large-file.js';
import { locationParts } from './safe-location.js';

/** Members of package.json that make the metadata of a package, in both dialects. */
const METADATA_MEMBERS = [
  'name',
  'version',
  'description',
  'author',
  'license',
  'keywords',
  'repository',
  'platformDependencies',
  'registryId',
  'IAPDependencies',
  'iap_version',
  'gitlabId',
];

/** Folders below `bundles/` whose type is not their name without the plural `s`. */
const FOLDER_TYPES: Readonly<Record<string, string>> = {
  forms: 'forms',
  'json-forms': 'json-forms',
};

/** Where the files of a package that is not built yet come from. */
export interface PartSource {
  /**
   * Text of one file of the package; null when there is none.
   * @param location a checked path inside the package.
   * @throws RefusedFile for a file that is not read.
   */
  text(location: string, limitBytes: number): Promise<string | null>;
  /** All JSON files below `bundles/`, by path. */
  bundleFiles(): Promise<readonly string[]>;
}

/** A package in parts, and the size it may have. */
export class PackageParts {
  #readBytes = 0;

  constructor(
    private readonly source: PartSource,
    private readonly limitBytes: number,
  ) {}

  /** What was read so far. */
  get readBytes(): number {
    return this.#readBytes;
  }

  /**
   * Builds the package document as its author's tools would have built artifact.json.
   * @throws RefusedFile when a part is missing, unsound, or the parts together are too large.
   */
  async build(): Promise<JsonObject> {
    const packageJson = await this.#json('package.json');
    const manifest = await this.#json('manifest.json');
    const artifacts = manifest['artifacts'];
    const bundles =
      Array.isArray(artifacts) && artifacts.length > 0
        ? await this.#listedBundles(artifacts)
        : await this.#foundBundles();
    return {
      metadata: pick(packageJson, METADATA_MEMBERS),
      manifest,
      bundles,
      // A package without a readme is one with an empty readme; every other fault counts.
      readme: (await this.#text('README.md')) ?? '',
    };
  }

  async #json(location: string): Promise<JsonObject> {
    const text = await this.#text(location);
    if (text === null) throw new RefusedFile(`${location} is missing`);
    return parseJsonObject(location, text);
  }

  async #listedBundles(artifacts: readonly JsonValue[]): Promise<JsonValue[]> {
    const bundles: JsonValue[] = [];
    for (const [at, artifact] of artifacts.entries()) {
      if (!isJsonObject(artifact))
        throw new RefusedFile(`manifest.json: artifact ${at} is no object`);
      const { type, location } = artifact;
      if (typeof type !== 'string' || typeof location !== 'string') {
        throw new RefusedFile(`manifest.json: artifact ${at} has no type or no location`);
      }
      bundles.push({ type, data: await this.#json(bundleLocation(location)) });
    }
    return bundles;
  }

  async #foundBundles(): Promise<JsonValue[]> {
    const bundles: JsonValue[] = [];
    for (const file of await this.source.bundleFiles()) {
      if (!locationParts(file)) throw new RefusedFile('holds a file whose path leads out of it');
      const folder = file.split('/')[1] ?? '';
      bundles.push({ type: typeOfFolder(folder), data: await this.#json(file) });
    }
    return bundles;
  }

  /** Together the parts may be as large as one artifact.json. */
  async #text(location: string): Promise<string | null> {
    const text = await this.source.text(location, this.limitBytes);
    if (text === null) return null;
    this.#readBytes += Buffer.byteLength(text);
    if (this.#readBytes > this.limitBytes) throw tooLarge(this.#readBytes, this.limitBytes);
    return text;
  }
}

/** Documents of a package lie below `bundles/`: nothing else of it is one. */
function bundleLocation(location: string): string {
  const parts = locationParts(location);
  if (!parts)
    throw new RefusedFile(`manifest.json: '${location}' is not a path inside the package`);
  if (parts[0] !== 'bundles')
    throw new RefusedFile(`manifest.json: '${location}' is not below bundles/`);
  return parts.join('/');
}

function typeOfFolder(folder: string): string {
  return FOLDER_TYPES[folder] ?? folder.replace(/s$/, '');
}

function pick(object: JsonObject, members: readonly string[]): JsonObject {
  return Object.fromEntries(
    members.flatMap((member) => {
      const value = Object.hasOwn(object, member) ? object[member] : undefined;
      return value === undefined ? [] : [[member, value]];
    }),
  );
}
