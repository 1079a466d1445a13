import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

interface Content {
  readonly content?: Readonly<Record<string, { readonly example?: unknown }>>;
}
interface Described {
  readonly operationId: string;
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

const FIXTURES = join(process.cwd(), 'packages/client/src/generated/examples.ts');
const exampleOf = ({ content }: Content): unknown => content?.['application/json']?.example;

/** Every example of the document, as a value of the type that the client has for it. */
function fixtures({ paths }: Document): readonly string[] {
  return Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId, requestBody = {}, responses }) => {
      const type = `T.${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`;
      const answers = Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .map(([status, answer]) => [`${type}Responses[${status}]`, exampleOf(answer)]);
      return [[`NonNullable<${type}Data['body']>`, exampleOf(requestBody)], ...answers]
        .filter(([, example]) => example !== undefined)
        .map(
          ([name, example]) => `void ([${JSON.stringify(example)}] satisfies ${String(name)}[]);`,
        );
    });
}

/** What the compiler says of a file that lies nowhere. */
function faultsOf(text: string): readonly string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: [],
  };
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => path === FIXTURES || disk.fileExists(path),
    getSourceFile: (path, target) =>
      path === FIXTURES
        ? ts.createSourceFile(path, text, target)
        : disk.getSourceFile(path, target),
  };
  const program = ts.createProgram([FIXTURES], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText, start = 0 }) => {
    const [, type = ''] = /satisfies (.*)\[\]\);/.exec(text.slice(start)) ?? [];
    return `${type}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

describe('the generated client and the operations of the command line', () => {
  it('are what the document says (npm run docs writes them)', async () => {
    const run = promisify(execFile)(process.execPath, ['scripts/generate-client.mjs', '--check']);
    expect((await run).stdout).toBe('the generated client is up to date\n');
  });

  it('have types that every example of the document fits into', () => {
    const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as Document;
    const lines = fixtures(document);
    expect(lines.length).toBeGreaterThan(300);
    const text = ["import type * as T from './types.gen.js';", ...lines].join('\n');
    expect(faultsOf(text)).toEqual([]);
  });
});
