import { callForm } from './call-form.js';
import { exampleOf } from './contract.js';
import { disclosure, el } from './dom.js';
import { schemaView } from './schema-view.js';

/** One operation: a line that opens to what it takes, answers and who may call it. */
export function operationView(contract, entry, session) {
  const { id, method, path, operation } = entry;
  const line = [
    el('span', { class: `method ${method.toLowerCase()}` }, method),
    ' ',
    el('code', { class: 'path' }, path),
    ' ',
    el('span', { class: 'summary' }, operation.summary ?? ''),
  ];
  return disclosure(line, { id, class: 'operation' }, () => [content(contract, entry, session)]);
}

function content(contract, entry, session) {
  return el(
    'div',
    { class: 'content' },
    ...about(entry),
    ...body(contract, entry),
    ...answers(contract, entry),
    problems(contract, entry),
    el('h3', {}, 'Call it'),
    ...callForm(contract, entry, session),
  );
}

function about({ id, operation }) {
  const { description = '' } = operation;
  const link = el('a', { href: `#${id}` }, id);
  return [el('p', {}, 'Id ', link, '. ', el('span', { class: 'admits' }, description))];
}

function body(contract, { operation }) {
  const content = contract.resolve(operation.requestBody)?.content;
  if (!content) return [];
  const media = content['application/json'] ?? Object.values(content)[0];
  return [el('h3', {}, 'Body'), ...(media.schema ? [schemaView(contract, media.schema)] : [])];
}

function answers(contract, { operation }) {
  const good = Object.entries(operation.responses).filter(([status]) => /^[123]/.test(status));
  return good.flatMap(([status, response]) => answer(contract, status, contract.resolve(response)));
}

function answer(contract, status, { description, content = {} }) {
  const kinds = Object.entries(content).map(([type, media]) => {
    const example = (media.example ?? media.examples) ? exampleOf(contract, media) : undefined;
    return el(
      'div',
      {},
      el('p', {}, el('code', {}, type)),
      ...(media.schema ? [schemaView(contract, media.schema)] : []),
      ...(example === undefined
        ? []
        : [el('pre', { tabindex: '0' }, JSON.stringify(example, null, 2))]),
    );
  });
  return [el('h3', {}, `Answer ${status}`), el('p', {}, description), ...kinds];
}

/** One line for all of them: their form is described once, at the end of the page. */
function problems(contract, { operation }) {
  const bad = Object.entries(operation.responses).filter(([status]) => /^[45d]/.test(status));
  const statuses = bad.map(([status]) => status).filter((status) => status !== 'default');
  return disclosure([`Problems: ${statuses.join(', ')}`], { class: 'problems' }, () => [
    el('ul', {}, ...bad.map(([status, response]) => problem(status, contract.resolve(response)))),
    el('p', {}, el('a', { href: '#problem-documents' }, 'The form of a problem document')),
  ]);
}

function problem(status, { description }) {
  return el('li', {}, el('code', {}, status), ` ${description}`);
}
