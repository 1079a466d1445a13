import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/json.js';
import { type OutlinedTask, type WorkflowOutline } from './workflow-outline.js';

/** A group inside a workflow, as the interface shows it. */
export interface GroupInWorkflow {
  readonly _id: string;
  readonly provenance: string;
  readonly name: string;
  readonly description: string;
  readonly memberOf: readonly string[];
  readonly assignedRoles: readonly string[];
  readonly inactive: boolean;
  readonly _meta: { readonly created: string; readonly updated: string };
}

/** A task as the list of all workflows shows it. */
export interface ListedTask {
  readonly name: string;
  readonly groups: readonly GroupInWorkflow[];
  readonly x: number;
  readonly y: number;
}

/** A workflow as operation 13 shows it: every field of the interface, and no other. */
export interface ListedWorkflow {
  readonly _id: string;
  readonly name: string;
  readonly type: readonly string[];
  readonly tasks: Readonly<Record<string, ListedTask>>;
  readonly font_size: number;
  readonly last_updated: string;
  readonly last_updated_by: string;
  readonly groups: readonly GroupInWorkflow[];
  readonly created: string;
  readonly created_by: string;
}

/** The groups of this platform that are named, by their ids. */
export type KnownGroups = ReadonlyMap<string, GroupInWorkflow>;

const FONT_SIZE_DEFAULT = 12;
/** What exports say of a time that nobody knows. */
const UNKNOWN_TIME = new Date(0).toISOString();

/** The ids of all groups that a workflow and its tasks name. */
export function groupIdsOf({ document }: WorkflowOutline): readonly string[] {
  return [document.groups, ...document.tasks.map(({ groups }) => groups)].flatMap((groups) =>
    references(groups).map(idOf),
  );
}

/** What is answered of a workflow; what its document says in another way than the interface is said anew. */
export function listedWorkflow(outline: WorkflowOutline, known: KnownGroups): ListedWorkflow {
  const { id, name, created, updated, document } = outline;
  const tasks = document.tasks.map((task): [string, ListedTask] => [
    task.id,
    listedTask(task, known),
  ]);
  return {
    _id: id,
    name,
    type: typesOf(document.type),
    tasks: Object.fromEntries(tasks),
    font_size: numberOf(document.font_size) ?? FONT_SIZE_DEFAULT,
    last_updated: timeOf(document.last_updated, updated),
    last_updated_by: userOf(document.last_updated_by),
    groups: groupsOf(document.groups, known),
    created: timeOf(document.created, created),
    created_by: userOf(document.created_by),
  };
}

function listedTask(task: OutlinedTask, known: KnownGroups): ListedTask {
  return {
    name: typeof task.name === 'string' ? task.name : '',
    groups: groupsOf(task.groups, known),
    x: numberOf(task.x) ?? numberOf(task.placeX) ?? 0,
    y: numberOf(task.y) ?? numberOf(task.placeY) ?? 0,
  };
}

function typesOf(type: JsonValue | undefined): readonly string[] {
  const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
  return types.length > 0 ? types : ['automation'];
}

/** The name of a user, where the document holds more of him. */
function userOf(user: JsonValue | undefined): string {
  const name = isJsonObject(user) ? user['username'] : user;
  return typeof name === 'string' ? name : '';
}

/** The time that the document says, be it in milliseconds; else that of the record. */
function timeOf(said: JsonValue | undefined, recorded: Date | undefined): string {
  const time = typeof said === 'string' || typeof said === 'number' ? new Date(said) : recorded;
  return time && !Number.isNaN(time.getTime()) ? time.toISOString() : UNKNOWN_TIME;
}

function numberOf(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Documents name groups by id; answers of other systems, which are imported too, hold them as a whole. */
type GroupReference = string | (JsonObject & { readonly _id: string });

function references(groups: JsonValue | undefined): readonly GroupReference[] {
  if (!Array.isArray(groups)) return [];
  return groups.filter(
    (group): group is GroupReference =>
      typeof group === 'string' || (isJsonObject(group) && typeof group['_id'] === 'string'),
  );
}

function idOf(group: GroupReference): string {
  return typeof group === 'string' ? group : group._id;
}

/** The groups as they are here. An id that stands for no group means nothing and is left out. */
function groupsOf(groups: JsonValue | undefined, known: KnownGroups): readonly GroupInWorkflow[] {
  return references(groups).flatMap((group) => {
    const here = known.get(idOf(group));
    if (here) return [here];
    return typeof group === 'string' ? [] : [foreignGroup(group)];
  });
}

/** A group of another system, as far as the document tells. */
function foreignGroup(group: JsonObject & { readonly _id: string }): GroupInWorkflow {
  const { _id, provenance, name, description, inactive, _meta } = group;
  const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
  const texts = (value: JsonValue | undefined): readonly string[] =>
    Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  const meta = isJsonObject(_meta) ? _meta : {};
  return {
    _id,
    provenance: text(provenance),
    name: text(name),
    description: text(description),
    memberOf: texts(group['memberOf']),
    assignedRoles: texts(group['assignedRoles']),
    inactive: inactive === true,
    _meta: {
      created: timeOf(meta['created'], undefined),
      updated: timeOf(meta['updated'], undefined),
    },
  };
}
