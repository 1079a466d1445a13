import { adapterTasksOf } from '../../../cores/workflow-graph/adapter-tasks.js';
import { placedReferences } from '../../../kernel/document-references.js';
import { groupIdsOf } from '../../../kernel/document-groups.js';
import { foldText } from '../../../kernel/folded-text.js';
import { type JsonObject } from '../../../kernel/json.js';
import { textOf } from '../../../kernel/json-reading.js';
import { namesMeant } from '../../../kernel/project-names.js';

/** Keys that are kept of one document; nobody writes as many. */
const KEYS_MAX = 1000;

/** What a document refers to, in the form in which `keysOf` asks for it. */
export function referenceKeys(document: JsonObject): readonly string[] {
  const name = textOf(document['name']);
  const documents = placedReferences(document).flatMap(({ types, to }) =>
    types.flatMap((type) => namesMeant(to, name).map((text) => key(type, text))),
  );
  const targets = adapterTasksOf(document).map(({ target }) => target);
  const called = targets.filter((target) => target !== '').map((target) => key('adapter', target));
  const guards = groupIdsOf(document['groups']).map((group) => key('group', group));
  return [...new Set([...guards, ...documents, ...called])].slice(0, KEYS_MAX);
}

/** The keys under which documents may refer to one. Tasks call integrations as they call adapters. */
export function keysOf(kind: string, { id, name }: { id: string; name: string }): string[] {
  const type = kind === 'integration' ? 'adapter' : kind;
  return [...new Set([key(type, id), key(type, name)])];
}

function key(type: string, text: string): string {
  return `${type} ${foldText(text)}`;
}
