import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/json.js';

/** The members of a workflow document that the list of all workflows answers. */
export const OUTLINED_MEMBERS = [
  'type',
  'font_size',
  'last_updated',
  'last_updated_by',
  'groups',
  'created',
  'created_by',
] as const;

/** What is answered of a workflow document, verbatim: each may be of any kind, or absent. */
export interface OutlinedDocument extends Partial<
  Record<(typeof OUTLINED_MEMBERS)[number], JsonValue>
> {
  readonly tasks: readonly OutlinedTask[];
}

/** What is answered of a task. */
export interface OutlinedTask {
  readonly id: string;
  readonly name?: JsonValue;
  readonly groups?: JsonValue;
  readonly x?: JsonValue;
  readonly y?: JsonValue;
  /** Where newer canvases draw it. */
  readonly placeX?: JsonValue;
  readonly placeY?: JsonValue;
}

/** What the list of all workflows reads of one: as a whole it can be megabytes long. */
export interface WorkflowOutline {
  readonly id: string;
  readonly name: string;
  /** When the record was made and changed, for documents that do not say. */
  readonly created: Date | undefined;
  readonly updated: Date | undefined;
  readonly document: OutlinedDocument;
}

/** The outline of a document that is at hand as a whole. */
export function outlineOf(document: JsonObject): OutlinedDocument {
  const { tasks } = document;
  const members = OUTLINED_MEMBERS.filter((key) => Object.hasOwn(document, key));
  return {
    ...Object.fromEntries(members.map((key) => [key, document[key]])),
    tasks: isJsonObject(tasks) ? Object.entries(tasks).map(outlinedTask) : [],
  };
}

function outlinedTask([id, task]: readonly [string, JsonValue]): OutlinedTask {
  if (!isJsonObject(task)) return { id };
  const { name, groups, x, y, nodeLocation } = task;
  const place = isJsonObject(nodeLocation) ? nodeLocation : {};
  const outlined = { name, groups, x, y, placeX: place['x'], placeY: place['y'] };
  // What the task does not say is absent here too, as in what the database reads.
  const said = Object.entries(outlined).filter(([, value]) => value !== undefined);
  return { id, ...Object.fromEntries(said) };
}
