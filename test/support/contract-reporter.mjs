import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = new URL('../..', import.meta.url).pathname;

/** What this run has seen; set up by then, `global-setup.mjs` has named the run. */
const coverage = () =>
  join(
    root,
    'node_modules',
    '.cache',
    'contract-coverage',
    process.env.TEST_DATABASE_PREFIX ?? 'no-run',
  );

/**
 * Fails a full e2e run in which a documented operation, status or answer field was never seen:
 * what nobody has seen answered is a promise, not a contract (ADR 0003).
 */
export default class ContractReporter {
  onTestRunEnd(modules) {
    try {
      const missing = missingOf(modules);
      if (missing.length === 0) return;
      console.error(
        [
          'documented, but never seen in an answer, or never seen to leave an audit entry:',
          ...missing,
        ].join('\n  '),
      );
      process.exitCode = 1;
    } finally {
      rmSync(coverage(), { recursive: true, force: true });
    }
  }
}

function missingOf(modules) {
  const ran = new Set(modules.map(({ moduleId }) => basename(moduleId)));
  const wanted = readdirSync(join(root, 'test', 'e2e')).filter((name) =>
    name.endsWith('.e2e-spec.ts'),
  );
  const isFullRun = wanted.length > 0 && wanted.every((name) => ran.has(name));
  if (!isFullRun) return [];
  const seen = seenMarkers();
  const unseen = documented().filter((marker) => !seen.has(marker));
  const unaudited = [...seen].filter(
    (marker) => marker.startsWith('changes ') && !seen.has(marker.replace('changes', 'audited')),
  );
  return [...unseen, ...unaudited];
}

function seenMarkers() {
  const directory = coverage();
  if (!existsSync(directory)) return new Set();
  return new Set(
    readdirSync(directory).flatMap((name) =>
      JSON.parse(readFileSync(join(directory, name), 'utf8')),
    ),
  );
}

/** Every `operation status` and `operation status /field` of the document, problems' fields once. */
function documented() {
  const document = JSON.parse(readFileSync(join(root, 'docs', 'openapi.json'), 'utf8'));
  const found = [];
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item)) {
      for (const [status, response] of Object.entries(operation.responses)) {
        // What all operations share is seen where the server itself is tested.
        if (status === 'default' || response.$ref) continue;
        const where = `${operation.operationId} ${status}`;
        found.push(where);
        const schema = response.content?.['application/json']?.schema;
        if (schema) fields(document, schema, '', [], (path) => found.push(`${where} ${path}`));
      }
    }
  }
  return found;
}

function fields(document, given, path, refs, add) {
  if (given.$ref && refs.includes(given.$ref)) return;
  const within = given.$ref ? [...refs, given.$ref] : refs;
  const schema = given.$ref ? document.components.schemas[given.$ref.split('/').at(-1)] : given;
  const visit = (child, at) => fields(document, child, at, within, add);
  for (const part of [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? [])]) {
    visit(part, path);
  }
  if (schema.items) visit(schema.items, `${path}[]`);
  for (const [key, child] of Object.entries(schema.properties ?? {})) {
    add(`${path}/${key}`);
    visit(child, `${path}/${key}`);
  }
  if (typeof schema.additionalProperties === 'object')
    visit(schema.additionalProperties, `${path}/*`);
}
