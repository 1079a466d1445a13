import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { listOf, objectOf, textOf } from '../../../kernel/json-reading.js';
import { type PackageHead } from '../packing/build-package.js';

const FIRST_VERSION = '0.0.1';

/** What a workflow says of the package that it publishes. */
export interface Publication {
  readonly metadata: JsonObject;
  readonly packageJson: JsonObject;
  /** The applications that there are, with their versions. */
  readonly modules: readonly JsonValue[];
}

/** What the package says of itself: name, version and author as `package.json` says, the rest as the metadata. */
export function headOf({ metadata, packageJson, modules }: Publication): PackageHead {
  const first = (...said: readonly (JsonValue | undefined)[]): string =>
    said.map((one) => textOf(one)).find((text) => text !== '') ?? '';
  const keywords = [packageJson['keywords'], metadata['categories'], metadata['keywords']];
  const words = keywords.flatMap((some) => listOf(some).map((one) => textOf(one)));
  return {
    name: first(packageJson['name'], metadata['name']),
    version: first(packageJson['version'], FIRST_VERSION),
    description: first(metadata['description'], packageJson['description']),
    author: first(packageJson['author'], metadata['contributor']),
    license: first(metadata['license'], packageJson['license']),
    keywords: [...new Set(words)].filter((word) => word !== ''),
    platformDependencies: dependenciesOf(metadata, modules),
  };
}

/** What it needs, in the versions that run here. */
function dependenciesOf(
  metadata: JsonObject,
  modules: readonly JsonValue[],
): Readonly<Record<string, string>> {
  const running = modules.map((one) => objectOf(one));
  const versions = new Map(
    running.map((one) => [textOf(one['package_id']), textOf(one['version'])]),
  );
  const names = listOf(metadata['dependencies']).map((one) => textOf(one));
  const named = names.filter((name) => name !== '');
  return Object.fromEntries(named.map((name) => [name, versions.get(name) ?? '']));
}
