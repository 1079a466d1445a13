import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = join(
  dirname(fileURLToPath(import.meta.url)),
  ...['..', '..', 'node_modules', '.cache', 'compiled-sources'],
);
const OPTIONS = {
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  inlineSourceMap: true,
};

/** JavaScript of a TypeScript file of this tree; compiled once for each text. Types are not checked. */
export async function compileTypeScript(filename) {
  const source = readFileSync(filename, 'utf8');
  const hash = createHash('sha256').update(filename).update(source).digest('hex').slice(0, 32);
  const cached = join(CACHE, `${hash}.js`);
  if (existsSync(cached)) return readFileSync(cached, 'utf8');
  const { default: ts } = await import('typescript');
  const { outputText } = ts.transpileModule(source, {
    fileName: filename,
    compilerOptions: {
      ...OPTIONS,
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2023,
    },
  });
  mkdirSync(CACHE, { recursive: true });
  // Another process may be at the same file.
  const temporary = `${cached}.${process.pid}.${performance.now()}`;
  writeFileSync(temporary, outputText);
  renameSync(temporary, cached);
  return outputText;
}
