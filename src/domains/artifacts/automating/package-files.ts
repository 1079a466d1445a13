import { PackageParts } from '../../../connectors/registry/package-parts.js';
import { RefusedFile } from '../../../connectors/registry/refused-file.js';
import { invalidInput } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { listOf, objectOf, ownValue, textOf } from '../../../kernel/json-reading.js';

const DEPTH_MAX = 8;

/** The files of a package as workflows push them to repositories: those to create, and those to update. */
export function toFiles(document: JsonObject, packageJson: JsonObject): JsonObject {
  const manifest = objectOf(document['manifest']);
  const locations = listOf(manifest['artifacts']).map((one) => textOf(objectOf(one)['location']));
  const folders = new Map<string, JsonObject[]>();
  for (const [at, bundle] of listOf(document['bundles']).entries()) {
    const [folder = '', name = ''] = (locations[at] ?? '').split('/').slice(2);
    const files = folders.get(folder) ?? [];
    folders.set(folder, [...files, file(name, asText(objectOf(bundle)['data'] ?? {}))]);
  }
  const content = [...folders].map(([name, files]) => ({
    name,
    type: 'directory',
    content: files,
  }));
  return {
    create: [{ name: 'bundles', type: 'directory', content }],
    update: [
      file('package.json', asText({ ...packageJson, ...objectOf(document['metadata']) })),
      file('manifest.json', asText(manifest)),
      file('README.md', textOf(document['readme'])),
    ],
  };
}

/**
 * The package that files make, or the package document itself.
 * @throws AppError `invalid-input` where they make none.
 */
export async function fromFiles(
  given: JsonObject,
  pointer: string,
  limitBytes: number,
): Promise<JsonObject> {
  if (isJsonObject(ownValue(given, 'metadata')) && Array.isArray(ownValue(given, 'bundles'))) {
    return given;
  }
  const files = new Map<string, string>();
  for (const key of ['create', 'update']) collect(ownValue(given, key) ?? [], '', files, DEPTH_MAX);
  const source = {
    text: async (location: string): Promise<string | null> =>
      Promise.resolve(files.get(location) ?? null),
    bundleFiles: async (): Promise<readonly string[]> =>
      Promise.resolve([...files.keys()].filter((path) => path.startsWith('bundles/'))),
  };
  try {
    return await new PackageParts(source, limitBytes).build();
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    throw invalidInput([{ pointer, detail: `is no package: ${error.message}` }]);
  }
}

function collect(
  items: JsonValue,
  folder: string,
  files: Map<string, string>,
  depth: number,
): void {
  for (const item of listOf(items)) {
    const { name = '', content = '' } = objectOf(item);
    const path = folder === '' ? textOf(name) : `${folder}/${textOf(name)}`;
    if (typeof content === 'string') files.set(path, content);
    else if (depth > 0) collect(content, path, files, depth - 1);
  }
}

function file(name: string, content: string): JsonObject {
  return { name, type: 'file', content };
}

function asText(value: JsonValue): string {
  return JSON.stringify(value, null, 2);
}
