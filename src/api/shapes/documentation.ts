import type * as swagger from '@nestjs/swagger';

/** The library that writes the OpenAPI document out of what its decorators were told. */
export type Swagger = typeof swagger;
type Telling = (library: Swagger) => void;

const untold: Telling[] = [];

/**
 * Tells swagger about a class or a handler, but only when the document is first asked for: loading
 * the library takes 0.2 s and 10 MB, and most processes never need it.
 */
export function documented(tell: Telling): void {
  untold.push(tell);
}

/** Loads the library and tells it everything that was declared so far. */
export async function loadSwagger(): Promise<Swagger> {
  const library = await import('@nestjs/swagger');
  for (const tell of untold.splice(0)) tell(library);
  return library;
}
