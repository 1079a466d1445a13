import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { locationParts } from '../safe-location.js';
import { errorCode } from '../../../platform/database/launcher/error-code.js';
import { fileReason, readBoundedText, RefusedFile, tooLarge } from './bounded-file.js';

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

/** A package in parts: a real directory below which every file of it lies, and the size it may have. */
export class PackageFolder {
  #readBytes = 0;

  constructor(
    private readonly path: string,
    private readonly limitBytes: number,
  ) {}

  /** Builds the package document as its author's tools would have built artifact.json. */
  async build(bundleFiles: readonly string[]): Promise<JsonObject> {
    const packageJson = await this.json('package.json');
    const manifest = await this.json('manifest.json');
    const artifacts = manifest['artifacts'];
    const bundles =
      Array.isArray(artifacts) && artifacts.length > 0
        ? await this.#listedBundles(artifacts)
        : await this.#foundBundles(bundleFiles);
    return {
      metadata: pick(packageJson, METADATA_MEMBERS),
      manifest,
      bundles,
      readme: await this.#readme(),
    };
  }

  /** One JSON object of the package. */
  async json(location: string): Promise<JsonObject> {
    const text = await this.#text(location);
    const value = parseJson(location, text);
    if (isJsonObject(value)) return value;
    throw new RefusedFile(`${location} does not hold a JSON object`);
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
      bundles.push({ type, data: await this.json(bundleLocation(location)) });
    }
    return bundles;
  }

  async #foundBundles(files: readonly string[]): Promise<JsonValue[]> {
    const bundles: JsonValue[] = [];
    for (const file of files) {
      const folder = file.split('/')[1] ?? '';
      bundles.push({ type: typeOfFolder(folder), data: await this.json(file) });
    }
    return bundles;
  }

  async #readme(): Promise<string> {
    try {
      return await this.#text('README.md');
    } catch (error) {
      // A package without a readme is one with an empty readme; every other fault counts.
      if (error instanceof RefusedFile && errorCode(error.cause) === 'ENOENT') return '';
      throw error;
    }
  }

  /** Together the parts may be as large as one artifact.json. */
  async #text(location: string): Promise<string> {
    try {
      const path = await this.#inside(location);
      const text = await readBoundedText(path, this.limitBytes);
      this.#readBytes += Buffer.byteLength(text);
      if (this.#readBytes <= this.limitBytes) return text;
    } catch (error) {
      throw new RefusedFile(`${location} ${fileReason(error)}`, { cause: error });
    }
    throw tooLarge(this.#readBytes, this.limitBytes);
  }

  /** The real place of a file; folders on the way that are links out of the package are refused. */
  async #inside(location: string): Promise<string> {
    const parts = locationParts(location);
    const name = parts?.at(-1);
    if (!parts || name === undefined) throw new RefusedFile('is not a path inside the package');
    const folder = await realpath(join(this.path, ...parts.slice(0, -1)));
    if (!isInside(folder, this.path))
      throw new RefusedFile('lies behind a link out of the package');
    return join(folder, name);
  }
}

/** True for the directory itself and everything below it; both are real paths. */
export function isInside(path: string, directory: string): boolean {
  return (
    path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep)
  );
}

/** Parses JSON; the message repeats nothing of the content. */
export function parseJson(what: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new RefusedFile(`${what} is not valid JSON`, { cause: error });
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
