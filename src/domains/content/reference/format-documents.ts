import { type OpenAPIObject } from '@nestjs/swagger';
import { type OperationId, operationSpec } from '../../../api/operations/operations.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { listOf, objectOf, textOf } from '../../../kernel/json-reading.js';
import { type FormatPage, oneOf } from './format-page.js';
import { FORMAT_PAGES } from './format-pages.js';

/** A file of the reference. */
interface ReferenceFile {
  readonly path: string;
  readonly content: string;
}

/**
 * The reference of formats: members as requests are held to them, and bodies that tests send as they are,
 * both from the OpenAPI document.
 */
export function formatDocuments(openApi: OpenAPIObject): readonly ReferenceFile[] {
  const contract = JSON.parse(JSON.stringify(openApi)) as JsonObject;
  return FORMAT_PAGES.map((page) => ({
    path: `docs/reference/${page.slug}.md`,
    content: `${partsOf(page, contract).join('\n\n')}\n`,
  }));
}

function partsOf(page: FormatPage, contract: JsonObject): readonly string[] {
  const schemas = objectOf(objectOf(contract['components'])['schemas']);
  return [
    `# ${page.title}`,
    'Generated from the OpenAPI document by `npm run docs`; do not edit.',
    page.intro,
    ...page.schemas.flatMap((name, at) => [
      at === 0 ? '## Members' : `### ${name}`,
      memberTable(objectOf(schemas[name]), page.needed),
    ]),
    ...page.inner.flatMap(({ title, rows }) => [
      `### ${title}`,
      table(
        ['member', 'meaning'],
        rows.map(([member, meaning]) => [codes(member), meaning]),
      ),
    ]),
    '## Example',
    ...page.examples.flatMap((id) => exampleOf(id, contract)),
    page.more,
  ];
}

/** What the platform says of a document, not its author. */
const STAMPS = /^(_id|namespace|created(_?[bB]y)?|last_?[uU]pdated(_?[bB]y)?)$/;

function memberTable(
  schema: JsonObject,
  needed: readonly JsonValue[] = listOf(schema['required']),
): string {
  const rows = Object.entries(objectOf(schema['properties'])).map(([name, member]) => [
    `\`${name}\``,
    typeOf(objectOf(member)),
    needed.includes(name) ? 'yes' : '',
    [textOf(objectOf(member)['description']), STAMPS.test(name) ? 'Set by the platform' : '']
      .filter((text) => text !== '')
      .join('. '),
  ]);
  const more =
    schema['additionalProperties'] === true ? '\n\nOther members are kept as they came.' : '';
  return table(['member', 'type', 'needed', 'meaning'], rows) + more;
}

function typeOf(schema: JsonObject): string {
  const reference = textOf(schema['$ref']).split('/').at(-1) ?? '';
  if (reference !== '') return reference;
  const values = listOf(schema['enum']).filter((value) => typeof value === 'string');
  if (values.length > 0) return oneOf(values);
  const branches = listOf(schema['anyOf']).map((branch) => typeOf(objectOf(branch)));
  if (branches.length > 0) return branches.join(' or ');
  const types = [schema['type'] ?? 'any'].flat().map((type) => WORDS[textOf(type)] ?? textOf(type));
  const items = objectOf(schema['items']);
  return Object.keys(items).length > 0 ? `list of ${typeOf(items)}` : types.join(' or ');
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
  array: 'list',
};

/** A body that the operation takes as it is, on the demo. */
function exampleOf(id: OperationId, contract: JsonObject): readonly string[] {
  const { method, path, summary } = operationSpec(id);
  const said = `${summary}: \`${method} ${path}\``;
  return [said, `\`\`\`json\n${JSON.stringify(bodyOf(id, contract), null, 2)}\n\`\`\``];
}

function bodyOf(id: OperationId, contract: JsonObject): JsonValue {
  const operations = Object.values(objectOf(contract['paths'])).flatMap((path) =>
    Object.values(objectOf(path)).filter(isJsonObject),
  );
  const operation = operations.find(({ operationId }) => operationId === id);
  const content = objectOf(objectOf(operation?.['requestBody'])['content']);
  return objectOf(content['application/json'])['example'] ?? null;
}

/** `a, b` as code, each. */
function codes(members: string): string {
  return members
    .split(', ')
    .map((member) => `\`${member}\``)
    .join(', ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]): readonly string[] =>
    row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' '));
  const line = (row: readonly string[]): string => `| ${cells(row).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
