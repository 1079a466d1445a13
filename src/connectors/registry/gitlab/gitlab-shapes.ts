import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { objectOf, textOf } from '../../../kernel/json-reading.js';
import { RegistryError } from '../registry-error.js';

/** What is kept of a project; the registry tells ten times as much. */
export type KeptProject = JsonObject & {
  id: number;
  path: string;
  defaultBranch: string | null;
};

/** What is kept of a branch or tag. */
export type KeptRef = JsonObject & { name: string; commit: string; date: string };

/** Paths have at most 21 parts of 255 characters. */
const PROJECT_PATH = /^[^\p{Cc}]{1,6000}$/u;

/**
 * A project of a list; null for what is left out: archived and empty ones, and those whose code is
 * switched off. As `keptRef` it refuses what is something else: left out, it would count as removed.
 * @throws RegistryError
 */
export function keptProject(project: JsonObject): KeptProject | null {
  const { id, path_with_namespace: path, default_branch: branch } = project;
  const isSound = typeof id === 'number' && Number.isSafeInteger(id) && id > 0;
  if (!isSound || typeof path !== 'string' || !PROJECT_PATH.test(path)) throw unlike('a project');
  if (isLeftOut(project)) return null;
  return { id, path, defaultBranch: textOf(branch) || null };
}

function isLeftOut(project: JsonObject): boolean {
  return (
    project['archived'] === true ||
    project['empty_repo'] === true ||
    project['repository_access_level'] === 'disabled'
  );
}

/** A branch or tag; null for what stands at no commit. @throws RegistryError */
export function keptRef(ref: JsonObject): KeptRef | null {
  const name = textOf(ref['name']);
  if (name === '') throw unlike('a branch or tag');
  if (ref['commit'] === null) return null;
  const { id, committed_date: date } = objectOf(ref['commit']);
  if (!isCommit(id) || Number.isNaN(Date.parse(textOf(date)))) throw unlike('a branch or tag');
  return { name, commit: id, date: textOf(date) };
}

/** Ids go into later calls, so nothing but hexadecimal digits will do. */
function isCommit(id: JsonValue | undefined): id is string {
  return typeof id === 'string' && /^[0-9a-f]{7,64}$/i.test(id);
}

function unlike(what: string): RegistryError {
  return new RegistryError(`the answer does not describe ${what} as GitLab does`);
}
