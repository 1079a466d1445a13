import { type JsonObject } from '../../../kernel/json.js';
import { ownList, ownObject, textOf } from '../../../kernel/json-reading.js';
import { isJsonObject } from '../../../kernel/json.js';
import { type NamedProject } from './projects.service.js';
import { type ProjectPart, type ProjectSummary } from './project.js';
import {
  type ProjectAnswer,
  type ProjectComponent,
  type ProjectSummaryAnswer,
} from './projects.dto.js';

const NOBODY = { manage: [], write: [], execute: [], read: [] } as const;

/** A project as lists show it. */
export function toSummary(
  project: ProjectSummary,
): Pick<ProjectSummaryAnswer, keyof ProjectSummaryAnswer> {
  const { _id, name, description, componentCount, created, createdBy } = project;
  return { _id, name, description, componentCount, created: created.toISOString(), createdBy };
}

/** A project with its components. */
export function toProjectAnswer({ project, names }: NamedProject): ProjectAnswer {
  const { head, parts } = project;
  return {
    ...toSummary(project),
    iid: wholeOf(head, 'iid', 0),
    backgroundColor: textOf(head['backgroundColor']),
    thumbnail: textOf(head['thumbnail']),
    folders: ownList(head, 'folders').filter(isJsonObject),
    components: parts.map((part, at) => toComponent(part, at, names)),
    members: [],
    accessControl: NOBODY,
  };
}

function toComponent(
  { component, kind, documentId, kept = {} }: ProjectPart,
  at: number,
  names: ReadonlyMap<string, string>,
): ProjectComponent {
  const own = textOf(ownObject({ kept }, 'kept')['name']) || textOf(component['name']);
  return {
    iid: wholeOf(component, 'iid', at + 1),
    name: names.get(documentId ?? '') ?? own,
    reference: documentId ?? textOf(component['reference']),
    folder: textOf(component['folder']) || '/',
    type: kind ?? textOf(component['type']),
    component,
    documentId,
  };
}

function wholeOf(object: JsonObject, key: string, otherwise: number): number {
  const value = object[key];
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : otherwise;
}
