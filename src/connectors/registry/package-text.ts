import { isJsonObject, type JsonObject } from '../../kernel/json.js';
import { isDeeperThan } from '../../kernel/json-depth.js';
import { RefusedFile } from './refused-file.js';

const UTF8 = new TextDecoder('utf-8', { fatal: true });
/** As deep as what comes over the interface may be. */
const DEPTH_MAX = 100;

/** What Git LFS leaves in the place of a file that it keeps elsewhere. */
const LARGE_FILE_POINTER = 'version https://git-lfs.github.com/spec/';

/** The text of a file of a package. @throws RefusedFile when it is not UTF-8, or not the file itself. */
export function decodeText(bytes: Uint8Array): string {
  const text = utf8(bytes);
  if (!text.startsWith(LARGE_FILE_POINTER)) return text;
  throw new RefusedFile('is kept in Git LFS, which is not read');
}

/**
 * The JSON object that a file of a package holds.
 * @param what names the file in the message, which repeats nothing of the content.
 * @throws RefusedFile
 */
export function parseJsonObject(what: string, text: string): JsonObject {
  if (isDeeperThan(Buffer.from(text), DEPTH_MAX)) {
    throw new RefusedFile(`${what} is nested deeper than ${DEPTH_MAX} levels`);
  }
  const value = parse(what, text);
  if (isJsonObject(value)) return value;
  throw new RefusedFile(`${what} does not hold a JSON object`);
}

function parse(what: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new RefusedFile(`${what} is not valid JSON`, { cause: error });
  }
}

function utf8(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch (error) {
    throw new RefusedFile('is not valid UTF-8', { cause: error });
  }
}
