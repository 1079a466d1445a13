/** How documents of projects name each other: `@66d02d8221161b4df2717495: Claim devices`. */
const PREFIX = /^@[^:\s]{1,128}: */;

/** A name or id without the project that it may start with. */
export function withoutProject(name: string): string {
  return name.replace(PREFIX, '');
}
