import { isDeepStrictEqual } from 'node:util';
import { listOf, objectOf, textOf } from '../../src/kernel/json-reading.js';
import { documentsOf, type ShippedBundle, type ShippedPackage } from './shipped-package.js';
import { TASK_SIGNATURES } from './task-signatures.js';
import { readWorkflow } from '../../src/cores/workflow-graph/read-workflow.js';
import { workTasks } from './workflow-variables.js';

const METADATA = [
  'author',
  'description',
  'keywords',
  'license',
  'name',
  'platformDependencies',
  'repository',
  'version',
];
const PACKAGE_NAME = /^@(?:local|netadmin)\/[a-z][a-z-]*$/;
const VERSION = /^\d+\.\d+\.\d+(?:-\d{4}\.\d+\.\d+)?$/;
const SECTIONS = ['What it does', 'Inputs', 'Outputs', 'How to run', 'What it touches'];

/** The application that each bundle type and each app of a task belongs to, as packages name it. */
const APPLICATION_OF: Readonly<Record<string, string>> = {
  ConfigurationManager: 'app-configuration_manager',
  JsonForms: 'app-form_builder',
  MOP: 'app-mop',
  WorkFlowEngine: 'app-workflow_engine',
  automation: 'app-operations_manager',
  'json-forms': 'app-form_builder',
  'mop-analytic-template': 'app-mop',
  'mop-template': 'app-mop',
  transformation: 'app-transformations',
  workflow: 'app-workflow_engine',
};

/** What package.json, manifest.json, README.md and artifact.json of a package lack or get wrong. */
export function manifestBreaches(shipped: ShippedPackage): readonly string[] {
  return [
    ...packageJsonBreaches(shipped),
    ...dependencyBreaches(shipped),
    ...entryBreaches(shipped),
    ...SECTIONS.filter((title) => !shipped.readme.includes(`\n## ${title}\n`)).map(
      (title) => `README.md has no section '${title}'`,
    ),
    ...(isBuilt(shipped) ? [] : ['artifact.json is not what the parts make']),
  ];
}

function packageJsonBreaches({ packageJson, manifest }: ShippedPackage): readonly string[] {
  const { name, version, author, license, keywords, description, repository } = packageJson;
  const rules: readonly (readonly [boolean, string])[] = [
    [Object.keys(packageJson).toSorted().join() !== METADATA.join(), 'has other members'],
    [!PACKAGE_NAME.test(textOf(name)), 'has a name outside of our scopes'],
    [!VERSION.test(textOf(version)), 'has a version that names neither itself nor a release'],
    [author !== 'Netadmin maintainers', 'has another author'],
    [license !== 'Apache-2.0', 'has another licence'],
    [textOf(description).length < 20, 'has hardly a description'],
    [listOf(keywords).length < 3, 'has fewer than three keywords'],
    [textOf(objectOf(repository)['type']) === '', 'has no repository'],
    [manifest['version'] !== version, 'has another version than the manifest'],
  ];
  return rules.filter(([broken]) => broken).map(([, text]) => `package.json ${text}`);
}

function dependencyBreaches(shipped: ShippedPackage): readonly string[] {
  const apps = documentsOf(shipped, 'workflow').flatMap((document) =>
    workTasks(readWorkflow(document)).map(({ name }) => TASK_SIGNATURES[name]?.app ?? ''),
  );
  const used = [...apps, ...shipped.bundles.map(({ type }) => type)].map(
    (key) => `@netadmin/${APPLICATION_OF[key] ?? `app of ${key}`}`,
  );
  const declared = Object.keys(objectOf(shipped.packageJson['platformDependencies']));
  return [
    ...[...new Set(used)]
      .filter((name) => !declared.includes(name))
      .map((name) => `package.json does not declare ${name}`),
    ...declared
      .filter((name) => !used.includes(name))
      .map((name) => `package.json declares ${name}, which nothing needs`),
  ];
}

function entryBreaches({ manifest, bundles }: ShippedPackage): readonly string[] {
  const entries = listOf(manifest['artifacts']).map(objectOf);
  const locations = entries.map((entry) => textOf(entry['location']));
  const rules: readonly (readonly [boolean, string])[] = [
    [textOf(manifest['bundleName']) === '', 'has no bundleName'],
    [!/^[0-9a-f]{24}$/.test(textOf(manifest['fingerprint'])), 'has no fingerprint'],
    [!/^\d{13}$/.test(textOf(manifest['createdEpoch'])), 'has no createdEpoch as text'],
    [new Set(locations).size !== locations.length, 'names a location twice'],
    [
      !entries.some((entry) => objectOf(entry['properties'])['entryPoint'] === true),
      'has no entry',
    ],
  ];
  return [
    ...rules.filter(([broken]) => broken).map(([, text]) => `manifest.json ${text}`),
    ...locations
      .filter((location) => !bundles.some((bundle) => bundle.location === location))
      .map((location) => `manifest.json names ${location}, which is not there`),
    ...bundles.flatMap((bundle) => bundleBreaches(bundle, entries)),
  ];
}

function bundleBreaches(
  { type, location, data }: ShippedBundle,
  entries: readonly ReturnType<typeof objectOf>[],
): readonly string[] {
  const entry = entries.find((candidate) => candidate['location'] === location);
  if (!entry) return [`manifest.json does not name ${location}`];
  const ids = [data['_id'], data['id'], data['name']];
  const rules: readonly (readonly [boolean, string])[] = [
    [entry['type'] !== type, 'has another type in manifest.json'],
    [entry['name'] !== data['name'], 'has another name in manifest.json'],
    [!ids.includes(entry['id'] ?? null), 'has another id in manifest.json'],
    [!location.endsWith(`/${textOf(data['name'])}.json`), 'is not named for its document'],
  ];
  return rules.filter(([broken]) => broken).map(([, text]) => `${location} ${text}`);
}

function isBuilt(shipped: ShippedPackage): boolean {
  const { artifact, packageJson, manifest, bundles, readme } = shipped;
  if (!artifact) return true;
  const built = listOf(manifest['artifacts']).map((entry) => {
    const { location } = objectOf(entry);
    const bundle = bundles.find((candidate) => candidate.location === location);
    return { type: bundle?.type, data: bundle?.data };
  });
  return isDeepStrictEqual(artifact, { metadata: packageJson, manifest, bundles: built, readme });
}
