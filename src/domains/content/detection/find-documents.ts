import { cutText } from '#kernel/cut-text.js';
import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/json.js';
import { jsonPointer } from '#kernel/json-pointer.js';
import { foreignName, isPackage, isProject, typeByShape } from './document-shapes.js';
import { declaredType, type DocumentType } from './document-type.js';

/** A document that can be imported. */
export interface FoundDocument {
  readonly what: 'document';
  readonly type: DocumentType;
  readonly document: JsonObject;
  /** Where in the request it lies. */
  readonly pointer: string;
}

/** A project, whose documents belong together. */
export interface FoundProject {
  readonly what: 'project';
  readonly project: JsonObject;
  readonly pointer: string;
}

/** Something that is not imported, and why. */
export interface FoundOther {
  readonly what: 'other';
  readonly name: string;
  readonly reason: string;
  readonly pointer: string;
}

/** One thing that was found in what is to be imported. */
export type Finding = FoundDocument | FoundProject | FoundOther;

/** Wrappers in which exports and answers of other systems put documents. */
const WRAPPERS = [
  'workflow',
  'automation',
  'update',
  'transformation',
  'create',
  'template',
  'form',
  'jsonForm',
  'project',
  'prebuilt',
  'artifact',
  'document',
  'data',
  'documents',
  'workflows',
  'automations',
  'transformations',
  'templates',
  'forms',
  'projects',
  'bundles',
  'results',
  'items',
  'list',
] as const;
/** Nobody wraps deeper by intent. */
const WRAPPERS_MAX = 8;
const NOTHING_KNOWN = 'is no document that can be imported';

type Path = readonly string[];

/**
 * What a value from outside is: the documents in it, out of their wrappers, lists and packages, and what
 * else was recognised. Finds at most `findingsMax` and one more, so that a caller sees that there are too
 * many.
 */
export function findDocuments(
  value: JsonValue,
  path: Path,
  findingsMax: number,
): readonly Finding[] {
  const search = new Search(findingsMax + 1);
  search.into(value, path, 0);
  return search.findings;
}

class Search {
  readonly findings: Finding[] = [];

  constructor(private readonly max: number) {}

  into(value: JsonValue, path: Path, depth: number): void {
    if (depth > WRAPPERS_MAX) this.#other(value, path, 'is wrapped too often');
    else if (Array.isArray(value)) this.#items(value, path, depth);
    else if (isJsonObject(value)) this.#object(value, path, depth);
    else this.#other(value, path, 'is no document');
  }

  #items(items: JsonValue[], path: Path, depth: number): void {
    for (const [position, item] of items.entries()) {
      if (this.findings.length >= this.max) break;
      this.into(item, [...path, String(position)], depth + 1);
    }
  }

  #object(object: JsonObject, path: Path, depth: number): void {
    const type = typeByShape(object);
    if (type) this.#document(type, object, path);
    else if (isPackage(object)) this.into(object['bundles'] ?? [], [...path, 'bundles'], depth + 1);
    else if (isProject(object))
      this.#push({ what: 'project', project: object, pointer: jsonPointer(path) });
    else this.#wrapper(object, path, depth);
  }

  #wrapper(object: JsonObject, path: Path, depth: number): void {
    const foreign = foreignName(object);
    const { type, data } = object;
    if (foreign !== undefined) this.#other(object, path, `is ${foreign}`);
    else if (typeof type === 'string' && isJsonObject(data)) this.#bundle(type, data, path);
    else this.#unwrap(object, path, depth);
  }

  #unwrap(object: JsonObject, path: Path, depth: number): void {
    const wrappers = WRAPPERS.filter((key) => isWrapped(object, key));
    if (wrappers.length === 0) this.#other(object, path, NOTHING_KNOWN);
    for (const key of wrappers) this.into(object[key] ?? null, [...path, key], depth + 1);
  }

  #bundle(type: string, data: JsonObject, path: Path): void {
    const place = [...path, 'data'];
    const known = declaredType(type) ?? typeByShape(data);
    if (known) this.#document(known, data, place);
    else
      this.#other(data, place, `is of type ${cutText(type, 64)}, which only a package can bring`);
  }

  #document(type: DocumentType, document: JsonObject, path: Path): void {
    this.#push({ what: 'document', type, document, pointer: jsonPointer(path) });
  }

  #other(value: JsonValue, path: Path, reason: string): void {
    this.#push({ what: 'other', name: nameOf(value), reason, pointer: jsonPointer(path) });
  }

  #push(finding: Finding): void {
    if (this.findings.length < this.max) this.findings.push(finding);
  }
}

function isWrapped(object: JsonObject, key: string): boolean {
  const inner = Object.hasOwn(object, key) ? object[key] : undefined;
  return isJsonObject(inner) || (Array.isArray(inner) && inner.length > 0);
}

/** The name that a value gives itself, for messages. */
export function nameOf(value: JsonValue): string {
  const name = isJsonObject(value) ? value['name'] : undefined;
  return typeof name === 'string' ? cutText(name, 512) : '';
}
