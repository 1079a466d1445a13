import { exampleOf } from './contract.js';
import { el } from './dom.js';
import { buildRequest, curlOf } from './request.js';
import { typeText } from './schema-view.js';

const SHOWN_MAX = 200_000;

/** The form from which an operation is called, and what it answered. */
export function callForm(contract, entry, session) {
  const fields = entry.parameters.map((parameter) => parameterField(contract, entry, parameter));
  const body = bodyField(contract, entry);
  const answer = el('div', { class: 'answer', role: 'status' });
  const stop = el('button', { type: 'button', hidden: true }, 'Stop');
  const form = el(
    'form',
    { class: 'call', 'aria-label': `Call ${entry.id}` },
    ...fields,
    ...(body ? [body] : []),
    el(
      'div',
      { class: 'actions' },
      el('button', { type: 'submit', class: 'primary' }, 'Send'),
      ' ',
      stop,
    ),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const values = new Map(fields.map((field) => field.readValue()));
    const request = buildRequest(entry, values, body?.readValue());
    await send(request, { session, answer, stop });
  });
  return [form, answer];
}

function parameterField(contract, entry, parameter) {
  const { name, required = false, description, schema = {} } = parameter;
  const id = `${entry.id}-${parameter.in}-${name}`;
  const control = controlOf(contract, parameter, {
    id,
    required,
    'aria-describedby': `${id}-note`,
  });
  const note = [`${parameter.in}, ${typeText(contract, schema)}`, description]
    .filter(Boolean)
    .join('. ');
  const field = el(
    'div',
    { class: 'field' },
    el(
      'label',
      { for: id },
      el('code', {}, name),
      ...(required ? [el('strong', { class: 'required' }, ' required')] : []),
    ),
    control,
    el('small', { id: `${id}-note` }, note),
  );
  field.readValue = () => [name, control.value.trim()];
  return field;
}

function controlOf(contract, { style, schema = {} }, attributes) {
  const { enum: members, type } = contract.resolve(schema);
  if (members) {
    const options = members.map((value) => el('option', { value: String(value) }, String(value)));
    return el('select', attributes, el('option', { value: '' }, '—'), ...options);
  }
  if (style !== 'deepObject' && type !== 'object')
    return el('input', { ...attributes, spellcheck: 'false' });
  return el('textarea', { ...attributes, rows: '3', spellcheck: 'false', placeholder: '{}' });
}

function bodyField(contract, { id, operation }) {
  const content = contract.resolve(operation.requestBody)?.content;
  const media = content?.['application/json'];
  if (!media) return undefined;
  const control = el('textarea', { id: `${id}-body`, rows: '8', spellcheck: 'false' });
  control.value = JSON.stringify(exampleOf(contract, media) ?? {}, null, 2);
  const field = el(
    'div',
    { class: 'field' },
    el('label', { for: `${id}-body` }, 'Body (JSON)'),
    control,
  );
  field.readValue = () => control.value.trim();
  return field;
}

async function send(request, { session, answer, stop }) {
  const abort = new AbortController();
  stop.hidden = false;
  stop.onclick = () => abort.abort();
  const curl = el(
    'details',
    {},
    el('summary', {}, 'As a command'),
    code(curlOf(request, session.isSignedIn())),
  );
  answer.replaceChildren(el('p', {}, 'Waiting for the answer …'), curl);
  const begun = performance.now();
  try {
    const response = await fetch(request.url, {
      ...request,
      headers: session.headers(request.headers),
      signal: abort.signal,
    });
    const took = Math.round(performance.now() - begun);
    const status = el(
      'p',
      { class: 'status' },
      `${response.status} ${response.statusText} in ${took} ms`,
    );
    const shown = el('div', { class: 'shown' });
    answer.replaceChildren(status, shown, headersView(response), curl);
    await showBody(response, shown);
  } catch (error) {
    if (!abort.signal.aborted)
      answer.replaceChildren(el('p', { class: 'status' }, `No answer: ${error.message}`), curl);
  } finally {
    stop.hidden = true;
  }
}

const code = (text) => el('pre', { tabindex: '0' }, el('code', {}, text));

function headersView({ headers }) {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  return el('details', {}, el('summary', {}, 'Headers of the answer'), code(lines));
}

/** Pictures are shown as such, streams line by line as they come, JSON with indents. */
async function showBody(response, shown) {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('image/')) {
    const picture = URL.createObjectURL(await response.blob());
    shown.replaceChildren(el('img', { src: picture, alt: 'The picture that was answered' }));
    return;
  }
  const block = code('');
  shown.replaceChildren(block);
  const output = block.firstChild;
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader.read()) {
    text += part.value;
    if (type.startsWith('text/event-stream')) output.textContent = shortened(text);
  }
  output.textContent = shortened(type.includes('json') ? indented(text) : text);
}

function shortened(text) {
  const left = text.length - SHOWN_MAX;
  return left > 0 ? `${text.slice(0, SHOWN_MAX)}\n… ${left} characters more` : text;
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
