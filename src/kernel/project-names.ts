/** How documents of projects are named: `@66d02d8221161b4df2717495: Claim devices`. */
const PROJECT_NAME = /^@([^:\s]{1,128}): *(.*)$/s;

/** A name taken apart. */
export interface ProjectName {
  /** Undefined for a name without project. */
  readonly projectId: string | undefined;
  readonly name: string;
}

/** The project and the name of its own that a name consists of. */
export function readProjectName(name: string): ProjectName {
  const [, projectId, own] = PROJECT_NAME.exec(name) ?? [];
  return projectId === undefined || own === undefined || own === ''
    ? { projectId: undefined, name }
    : { projectId, name: own };
}

/** The name that a document has in a project. */
export function nameInProject(projectId: string, name: string): string {
  return `@${projectId}: ${readProjectName(name).name}`;
}

/**
 * The names under which a document may be found that another refers to, the likeliest first: as written with a
 * project, in the project of the one that refers to it, and without project. Whoever makes a document without
 * project must not take the place of one within it.
 */
export function namesMeant(reference: string, referrer: string): readonly string[] {
  const { projectId } = readProjectName(referrer);
  const { name } = readProjectName(reference);
  const inProject = projectId === undefined ? [] : [nameInProject(projectId, name)];
  const written = name === reference ? [] : [reference];
  return [...new Set([...written, ...inProject, name])];
}
