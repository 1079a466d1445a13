import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { declaredType } from '../detection/document-type.js';
import { typeByShape } from '../detection/document-shapes.js';
import { nameInProject, readProjectName } from '../../../kernel/project-names.js';
import { type ContentKindName } from '../kinds/content-kinds.js';
import { ownIdOf } from '../records/content-documents.service.js';
import { type ProjectPart } from './project.js';

/** A component on its way in: its document stands beside it, under the name that it gets. */
export interface IncomingPart {
  readonly part: ProjectPart;
  /** Undefined for what is kept with the project. */
  readonly document: JsonObject | undefined;
}

/** The components of a project as it was exported. */
export function incomingParts(project: JsonObject, projectId: string): readonly IncomingPart[] {
  const { components } = project;
  const list = Array.isArray(components) ? components.filter(isJsonObject) : [];
  return list.map((component) => incomingPart(component, projectId));
}

function incomingPart(whole: JsonObject, projectId: string): IncomingPart {
  const { document, ...component } = whole;
  const kind = kindOf(component, document);
  const place = { component, documentId: null, prefixed: false, referred: false };
  if (!isJsonObject(document))
    return { part: { ...place, component: whole, kind: null }, document: undefined };
  if (kind === null) return { part: { ...place, kind, kept: document }, document: undefined };
  const { name } = document;
  const given = typeof name === 'string' ? name : '';
  const prefixed = readProjectName(given).projectId !== undefined;
  const referred = component['reference'] === ownIdOf(document);
  const named = given === '' ? document : { ...document, name: nameInProject(projectId, given) };
  return { part: { ...place, kind, prefixed, referred }, document: named };
}

function kindOf(component: JsonObject, document: JsonValue | undefined): ContentKindName | null {
  const shape = isJsonObject(document) ? typeByShape(document) : undefined;
  const type = declaredType(component['type']) ?? shape;
  // Automations are no part of projects, which refer to what is inside of them.
  return type === undefined || type === 'automation' ? null : type;
}

/** A component as it is exported, with its document as that is now. */
export function exportedPart(
  part: ProjectPart,
  document: JsonObject,
  projectId: string,
): JsonObject {
  const { component, documentId, prefixed, referred } = part;
  const { name } = document;
  const { projectId: owner, name: own } = readProjectName(typeof name === 'string' ? name : '');
  const bare = !prefixed && owner === projectId ? { ...document, name: own } : document;
  return {
    ...component,
    ...(referred && documentId !== null && { reference: documentId }),
    document: bare,
  };
}
