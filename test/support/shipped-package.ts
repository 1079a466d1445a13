import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JsonObject } from '../../src/kernel/json.js';

/** One document of a package, and the file it lies in (`/bundles/<type>s/<name>.json`). */
export interface ShippedBundle {
  readonly type: string;
  readonly location: string;
  readonly data: JsonObject;
}

/** A package folder, read whole. */
export interface ShippedPackage {
  readonly folder: string;
  readonly packageJson: JsonObject;
  readonly manifest: JsonObject;
  readonly bundles: readonly ShippedBundle[];
  readonly readme: string;
  /** The built document, in folders that carry one besides the parts. */
  readonly artifact?: JsonObject;
}

/** The type of the documents that a folder below `bundles/` holds. */
const TYPE_OF_FOLDER: Readonly<Record<string, string>> = {
  automations: 'automation',
  'json-forms': 'json-forms',
  'mop-analytic-templates': 'mop-analytic-template',
  'mop-templates': 'mop-template',
  transformations: 'transformation',
  workflows: 'workflow',
};

/** Reads every package folder of a directory, in the order of their names. */
export function readShippedPackages(root: string): readonly ShippedPackage[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => readPackage(root, entry.name))
    .sort((a, b) => a.folder.localeCompare(b.folder));
}

/** The documents of one type. */
export function documentsOf(shipped: ShippedPackage, type: string): readonly JsonObject[] {
  return shipped.bundles.filter((bundle) => bundle.type === type).map((bundle) => bundle.data);
}

function readPackage(root: string, folder: string): ShippedPackage {
  const path = join(root, folder);
  const built = join(path, 'artifact.json');
  return {
    folder,
    packageJson: readJson(join(path, 'package.json')),
    manifest: readJson(join(path, 'manifest.json')),
    bundles: readBundles(join(path, 'bundles')),
    readme: readFileSync(join(path, 'README.md'), 'utf8'),
    ...(existsSync(built) && { artifact: readJson(built) }),
  };
}

function readBundles(path: string): readonly ShippedBundle[] {
  return readdirSync(path).flatMap((folder) =>
    readdirSync(join(path, folder)).map((file) => ({
      type: TYPE_OF_FOLDER[folder] ?? folder,
      location: `/bundles/${folder}/${file}`,
      data: readJson(join(path, folder, file)),
    })),
  );
}

function readJson(path: string): JsonObject {
  // Every file read here is written as one JSON object; the checks look at all that is in it.
  return JSON.parse(readFileSync(path, 'utf8')) as JsonObject;
}
