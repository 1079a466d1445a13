import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { objectOf, textOf } from '../../../kernel/json-reading.js';

/** What is kept of a project; the registry tells ten times as much. */
export type KeptProject = JsonObject & {
  id: number;
  path: string;
  defaultBranch: string | null;
};

/** What is kept of a branch or tag. */
export type KeptRef = JsonObject & { name: string; commit: string; date: string };

/** Null for what is left out: archived and empty projects, and those whose code is switched off. */
export function keptProject(project: JsonObject): KeptProject | null {
  const { id, path_with_namespace: path, default_branch: branch } = project;
  const isPlain = typeof id === 'number' && Number.isSafeInteger(id) && typeof path === 'string';
  if (!isPlain || isLeftOut(project)) return null;
  return { id, path, defaultBranch: textOf(branch) || null };
}

function isLeftOut(project: JsonObject): boolean {
  return (
    project['archived'] === true ||
    project['empty_repo'] === true ||
    project['repository_access_level'] === 'disabled'
  );
}

/** Null for what has no commit or no date of one. */
export function keptRef(ref: JsonObject): KeptRef | null {
  const name = textOf(ref['name']);
  const { id, committed_date: date } = objectOf(ref['commit']);
  if (name === '' || !isCommit(id) || Number.isNaN(Date.parse(textOf(date)))) return null;
  return { name, commit: id, date: textOf(date) };
}

/** Ids go into later calls, so nothing but hexadecimal digits will do. */
function isCommit(id: JsonValue | undefined): id is string {
  return typeof id === 'string' && /^[0-9a-f]{7,64}$/i.test(id);
}
