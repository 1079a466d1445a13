import { readProjectName } from '../../../kernel/project-names.js';

/** A name or id without the project that it may start with. */
export function withoutProject(name: string): string {
  return readProjectName(name).name;
}
