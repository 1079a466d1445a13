import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { type OpenAPIObject } from '@nestjs/swagger';
import { type Config } from '../../platform/config/config.js';
import { PACKAGE_INFO } from '../../platform/config/package-info.js';
import { programFile } from '../../platform/config/program-file.js';

/** Only a build keeps the file: its folder goes when the sources change. Sources that run themselves keep none. */
const IS_BUILT = import.meta.url.endsWith('.js');

/** Where a build of the platform keeps its OpenAPI document, one for each setting that the document depends on. */
export class DocumentFile {
  private readonly location: URL;

  constructor({ orchestratorBaseUrl, bodyLimitBytes }: Config['server']) {
    const depends = JSON.stringify([PACKAGE_INFO.version, orchestratorBaseUrl, bodyLimitBytes]);
    const key = createHash('sha256').update(depends).digest('hex').slice(0, 16);
    this.location = programFile(`openapi-${key}.json`);
  }

  exists(): boolean {
    return IS_BUILT && existsSync(this.location);
  }

  /** The document, or nothing when none is kept, or none that can be read. */
  async read(): Promise<OpenAPIObject | undefined> {
    if (!this.exists()) return undefined;
    try {
      return JSON.parse(await readFile(this.location, 'utf8')) as OpenAPIObject;
    } catch {
      return undefined;
    }
  }

  /** Keeps the document where that is possible; a deployed build may be read-only. */
  async write(document: OpenAPIObject): Promise<void> {
    if (!IS_BUILT) return;
    const own = new URL(`${this.location.href}.${String(process.pid)}`);
    try {
      await writeFile(own, JSON.stringify(document));
      await rename(own, this.location);
    } catch {
      // The next start builds it again.
    }
  }
}
