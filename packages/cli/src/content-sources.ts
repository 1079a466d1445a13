import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client } from '../../client/src/generated/client/index.js';
import { CommandError } from './command-error.js';
import { CONTENT_KINDS, type ContentDocument } from './content-kinds.js';

/** A document, and where it is found: `workflows/Expiry Report`. */
export interface SourcedDocument {
  readonly key: string;
  readonly document: ContentDocument;
}

/** All documents of a platform; those of projects are within their projects. */
export async function contentOf(client: Client): Promise<readonly SourcedDocument[]> {
  const all: SourcedDocument[] = [];
  for (const { folder, heads, document } of CONTENT_KINDS) {
    for await (const head of heads(client)) {
      const { _id, id, name } = head as Readonly<Record<string, string | undefined>>;
      if (name === undefined || /^@[^:\s]{1,128}: /.test(name)) continue;
      const known = { id: _id ?? id ?? name, name };
      all.push({ key: `${folder}/${name}`, document: await document(client, known) });
    }
  }
  return all;
}

/** All documents below a folder. @throws CommandError when one is no document. */
export function contentIn(directory: string): readonly SourcedDocument[] {
  return CONTENT_KINDS.flatMap(({ folder }) =>
    filesIn(join(directory, folder)).map((path) => {
      const document = documentIn(path);
      return { key: `${folder}/${String(document['name'])}`, document };
    }),
  );
}

/** Writes documents into a folder; files of documents that are gone are removed when asked. */
export function writeContent(
  directory: string,
  all: readonly SourcedDocument[],
  removes: boolean,
): void {
  const written = new Set<string>();
  for (const { key, document } of all) {
    const [folder = '', ...rest] = key.split('/');
    const path = join(directory, folder, `${fileName(rest.join('/'))}.json`);
    mkdirSync(join(directory, folder), { recursive: true });
    writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`);
    written.add(path);
  }
  if (!removes) return;
  for (const { folder } of CONTENT_KINDS)
    for (const path of filesIn(join(directory, folder))) if (!written.has(path)) rmSync(path);
}

function filesIn(directory: string): readonly string[] {
  try {
    const names = readdirSync(directory).filter((name) => name.endsWith('.json'));
    return names.sort().map((name) => join(directory, name));
  } catch {
    return [];
  }
}

function documentIn(path: string): ContentDocument {
  try {
    const document = JSON.parse(readFileSync(path, 'utf8')) as ContentDocument;
    if (typeof document['name'] === 'string') return document;
  } catch (error) {
    throw new CommandError(`${path} is not JSON: ${(error as Error).message}`);
  }
  throw new CommandError(`${path} is no document: it has no name`);
}

/** A name that every file system takes, and that can be read back by people. */
function fileName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N} ._@-]|^\./gu, (one) => encodeURIComponent(one));
}
