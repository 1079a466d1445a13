import { join } from 'node:path';
import { type JsonObject, type JsonValue } from '../../src/kernel/json.js';
import { objectOf } from '../../src/kernel/json-reading.js';
import { documentsOf, readShippedPackages, type ShippedPackage } from './shipped-package.js';

/** Where the packages lie that the project ships. */
export const CATALOGUE = join(import.meta.dirname, '../../catalogue');
/** The packages of the catalogue. */
export const SHIPPED_PACKAGES = readShippedPackages(CATALOGUE);

/** A copy of a shipped package, to be broken by a test. */
export function copyOf(folder: string): ShippedPackage {
  const found = SHIPPED_PACKAGES.find((shipped) => shipped.folder === folder);
  if (!found) throw new Error(`no package ${folder}`);
  return structuredClone(found);
}

/** One document of a package. */
export function dataOf(shipped: ShippedPackage, type: string, name: string): JsonObject {
  const found = documentsOf(shipped, type).find((document) => document['name'] === name);
  if (!found) throw new Error(`no ${type} ${name}`);
  return found;
}

/** The member at the end of a path; all but the last must be there. */
export function at(
  document: JsonValue,
  path: string,
): { set: (value: JsonValue) => void; drop: () => void } {
  const keys = path.split('/');
  const last = keys.pop() ?? '';
  let place = document;
  for (const key of keys) {
    const next: JsonValue | undefined = Array.isArray(place)
      ? place[Number(key)]
      : objectOf(place)[key];
    if (next === undefined) throw new Error(`nothing at ${key} of ${path}`);
    place = next;
  }
  const holder = objectOf(place);
  return {
    set: (value) => {
      if (Array.isArray(place)) place[Number(last)] = value;
      else holder[last] = value;
    },
    drop: () => {
      Reflect.deleteProperty(holder, last);
    },
  };
}
