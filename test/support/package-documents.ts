import { Ajv } from 'ajv';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/kernel/json.js';
import { listOf, objectOf, textOf } from '../../src/kernel/json-reading.js';
import { isSameSet, objectsIn } from './json-view.js';
import { type ShippedPackage } from './shipped-package.js';
import { transformationBreaches } from './transformation-steps.js';

// One for all: an instance compiles the meta schema anew, which takes longer than all the schemas.
const AJV = new Ajv({ strict: false, validateFormats: false });
/** What a linear-time engine cannot run: looking around, and referring back. */
const BEYOND_LINEAR = /\(\?[=!<]|\\[1-9]/;

/**
 * Documents that cannot work for themselves: schemas that do not compile, patterns that a linear-time
 * engine refuses, forms whose fields and schema differ, transformations whose steps hang in the air.
 */
export function documentBreaches(shipped: ShippedPackage): readonly string[] {
  return shipped.bundles.flatMap(({ type, data }) =>
    [...schemaBreaches(type, data), ...patternBreaches(data), ...shapeBreaches(type, data)].map(
      (text) => `${type} ${textOf(data['name'])}: ${text}`,
    ),
  );
}

/** Documents of the same type and name in packages of different names: only one could be installed. */
export function sharedNames(packages: readonly ShippedPackage[]): readonly string[] {
  const owners = new Map<string, Set<string>>();
  for (const { packageJson, bundles } of packages) {
    for (const { type, data } of bundles) {
      const key = `${type} ${textOf(data['name'])}`;
      owners.set(key, (owners.get(key) ?? new Set()).add(textOf(packageJson['name'])));
    }
  }
  return [...owners].filter(([, names]) => names.size > 1).map(([key]) => key);
}

/** Two packages of one name need different versions. */
export function repeatedVersions(packages: readonly ShippedPackage[]): readonly string[] {
  const labels = packages.map(
    ({ packageJson }) => `${textOf(packageJson['name'])} ${textOf(packageJson['version'])}`,
  );
  return labels.filter((label, at) => labels.indexOf(label) !== at);
}

function schemaBreaches(type: string, document: JsonObject): readonly string[] {
  return schemasOf(type, document).flatMap((schema) => {
    try {
      AJV.compile(objectOf(withoutIds(schema)));
      return [];
    } catch (error) {
      return [`a schema does not compile: ${error instanceof Error ? error.message : ''}`];
    }
  });
}

function schemasOf(type: string, document: JsonObject): readonly JsonValue[] {
  if (type === 'json-forms') return [objectOf(document['schema'])];
  if (type === 'workflow') {
    return [objectOf(document['inputSchema']), objectOf(document['outputSchema'])];
  }
  if (type === 'automation') {
    return listOf(document['triggers']).map((trigger) => objectOf(objectOf(trigger)['schema']));
  }
  if (type !== 'transformation') return [];
  const inner = listOf(document['functions']).map(objectOf);
  return [
    ...listOf(document['incoming']),
    ...listOf(document['outgoing']),
    ...inner.flatMap((entry) => schemasOf(type, entry)),
  ];
}

/** `$id` names a variable in these documents, not a schema. */
function withoutIds(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => key !== '$id');
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutIds(member)]));
}

function patternBreaches(document: JsonObject): readonly string[] {
  return [...objectsIn(document)]
    .flatMap(patternsIn)
    .map((pattern) => ({ pattern, fault: patternFault(pattern) }))
    .filter(({ fault }) => fault !== '')
    .map(({ pattern, fault }) => `the pattern ${pattern} ${fault}`);
}

/** Patterns stand in schemas, rules of templates, and regular expressions of transformations. */
function patternsIn(object: JsonObject): readonly string[] {
  const { pattern, preRegex, postRegex, rule, ruleB, library, args } = object;
  const isRule = ['RegEx', '!RegEx', '#comparison'].includes(textOf(object['eval']));
  const made = library === 'RegExp' ? listOf(args).slice(0, 1) : [];
  return [pattern, preRegex, postRegex, ...(isRule ? [rule, ruleB] : []), ...made].filter(
    (value) => typeof value === 'string',
  );
}

function patternFault(pattern: string): string {
  const bare = /^\/(.*)\/[a-z]*$/s.exec(pattern)?.[1] ?? pattern;
  if (BEYOND_LINEAR.test(bare)) return 'looks around or back';
  try {
    new RegExp(bare.replaceAll(/<!\w+!>/g, 'x'));
    return '';
  } catch {
    return 'does not compile';
  }
}

function shapeBreaches(type: string, document: JsonObject): readonly string[] {
  if (type === 'json-forms') return formBreaches(document);
  if (type === 'transformation') return transformationBreaches(document);
  if (type === 'mop-template') return commandBreaches(document, 'commands', 'command');
  if (type === 'mop-analytic-template') {
    return [
      ...commandBreaches(document, 'prepostCommands', 'preRawCommand'),
      ...commandBreaches(document, 'prepostCommands', 'postRawCommand'),
    ];
  }
  return [];
}

function commandBreaches(document: JsonObject, list: string, member: string): readonly string[] {
  const commands = listOf(document[list]).map((entry) => textOf(objectOf(entry)[member]));
  return commands.length > 0 && !commands.includes('') ? [] : [`has an empty ${member}`];
}

/** The fields that people see and the schema that checks them must be the same, level by level. */
function formBreaches(form: JsonObject): readonly string[] {
  return groupBreaches(listOf(objectOf(form['struct'])['items']), objectOf(form['schema']), 'form');
}

function groupBreaches(
  items: readonly JsonValue[],
  schema: JsonObject,
  where: string,
): readonly string[] {
  const fields = items.map(objectOf).map((field) => ({ field, key: keyOf(field) }));
  const properties = objectOf(schema['properties']);
  const required = fields.filter(({ field }) => field['required'] === true).map(({ key }) => key);
  const rules: readonly (readonly [boolean, string])[] = [
    [
      !isSameSet(
        fields.map(({ key }) => key),
        Object.keys(properties),
      ),
      'other fields',
    ],
    [!isSameSet(required, listOf(schema['required']).map(textOf)), 'other required fields'],
    [
      fields.some(({ field, key }) => field['type'] !== objectOf(properties[key])['type']),
      'other types',
    ],
  ];
  return [
    ...rules.filter(([broken]) => broken).map(([, text]) => `${where} and schema have ${text}`),
    ...fields
      .filter(({ field }) => field['type'] === 'array')
      .flatMap(({ field, key }) =>
        groupBreaches(listOf(field['items']), objectOf(objectOf(properties[key])['items']), key),
      ),
  ];
}

/** A field's key is its title in camel case, unless it has one of its own. */
function keyOf({ customKey, title }: JsonObject): string {
  if (typeof customKey === 'string') return customKey;
  const [first = '', ...rest] = textOf(title).split(' ');
  return (
    first.toLowerCase() + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  );
}
