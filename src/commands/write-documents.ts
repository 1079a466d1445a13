import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type OpenAPIObject } from '@nestjs/swagger';
import { OpenApiDocument } from '../api/openapi/openapi-document.js';
import { generatedDocuments } from '../generated-documents.js';
import { loadConfig } from '../platform/config/config.js';
import { startPlatform } from '../start-platform.js';

/** The contract of a platform that is booted on an engine of its own, with all defaults. */
async function contract(): Promise<OpenAPIObject> {
  const directory = mkdtempSync(join(tmpdir(), 'documents-'));
  const config = loadConfig({ DATA_DIR: directory, LOG_LEVEL: 'warn' });
  const { app, launcher } = await startPlatform(config, () => undefined);
  try {
    return await app.get(OpenApiDocument, { strict: false }).get();
  } finally {
    await app.close();
    await launcher.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Writes the generated files, or compares them: then the exit code is 1 when one is out of date. */
export async function writeDocuments(
  compares: boolean,
  say: (line: string) => void,
): Promise<void> {
  const stale = generatedDocuments(await contract()).filter(
    ({ path, content }) => read(path) !== content,
  );
  for (const { path, content } of stale) {
    if (!compares) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
    say(`${path} ${compares ? 'is out of date: run npm run docs' : 'written'}`);
  }
  if (stale.length === 0) say('the generated documents are up to date');
  else if (compares) process.exitCode = 1;
}
