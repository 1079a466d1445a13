import { Contract } from './contract.js';
import { el } from './dom.js';
import { operationView } from './operation-view.js';
import { schemaView } from './schema-view.js';
import { search } from './search.js';
import { Session } from './session.js';

const loading = fetch('/openapi.json').then((answer) => answer.json());
/** @type {(id: string) => any} */
const byId = (id) => document.getElementById(id);
const session = new Session();

showTheme();
prepareSignIn();
const contract = new Contract(await loading);
const views = showOperations();
prepareSearch();
openLinked();
addEventListener('hashchange', openLinked);

function showTheme() {
  const choice = byId('theme');
  // The console keeps its choice under the same name.
  const kept = localStorage.getItem('theme');
  choice.value = kept === 'light' || kept === 'dark' ? kept : 'system';
  const show = () => (document.documentElement.dataset.theme = choice.value);
  choice.addEventListener('change', () => {
    localStorage.setItem('theme', choice.value);
    show();
  });
  show();
}

function prepareSignIn() {
  const form = byId('sign-in');
  const said = byId('signed-in');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { username, password } = Object.fromEntries(new FormData(form));
    said.textContent = (await session.signIn(username, password)) ?? said.textContent;
  });
  byId('sign-out').addEventListener('click', () => session.signOut());
  session.onChange((user) => {
    document.body.classList.toggle('is-signed-in', user !== undefined);
    form.reset();
    said.textContent = user ? `Signed in as ${user.username}` : '';
    byId('sign-out').hidden = user === undefined;
    byId('mine').parentElement.hidden = user === undefined;
    if (user === undefined) byId('mine').checked = false;
  });
  void session.restore(byId('open-id') !== null);
}

/** @returns {Map<object, HTMLDetailsElement>} the view of each operation. */
function showOperations() {
  const shown = new Map();
  for (const [tag, entries] of contract.groups) {
    const id = groupId(tag);
    const items = entries.map((entry) => {
      shown.set(entry, operationView(contract, entry, session));
      return shown.get(entry);
    });
    byId('operations').append(
      el(
        'section',
        { class: 'group', 'aria-labelledby': id },
        el('h2', { id, tabindex: '-1' }, tag),
        ...items,
      ),
    );
    byId('groups').append(el('li', {}, el('a', { href: `#${id}` }, tag), ` ${entries.length}`));
  }
  byId('problem-form').append(schemaView(contract, { $ref: '#/components/schemas/Problem' }));
  byId('version').textContent = contract.document.info.version;
  document.body.classList.add('is-ready');
  return shown;
}

function prepareSearch() {
  const box = byId('search');
  const mine = byId('mine');
  const show = () => showFound(box.value, mine.checked);
  box.addEventListener('input', show);
  mine.addEventListener('change', show);
  session.onChange(show);
  addEventListener('keydown', (event) => {
    if (
      event.key !== '/' ||
      /** @type {Element} */ (event.target).matches('input, textarea, select')
    )
      return;
    event.preventDefault();
    box.focus();
  });
  show();
}

function showFound(query, onlyMine) {
  const open = onlyMine ? new Set(Object.values(session.user?.methods ?? {}).flat()) : undefined;
  const callable = contract.operations.filter(({ id }) => open?.has(id) ?? true);
  const { found, hasAll } = search(callable, query);
  const isFound = new Set(found);
  arrange(found, query.trim() !== '');
  for (const [entry, view] of views) view.hidden = !isFound.has(entry);
  for (const group of document.querySelectorAll('.group')) {
    /** @type {HTMLElement} */ (group).hidden =
      group.querySelector('.operation:not([hidden])') === null;
  }
  byId('found').textContent = foundText(found.length, hasAll);
}

/** What was looked for stands in one list, the best first; otherwise each operation stands in its group. */
function arrange(found, isRanked) {
  const results = byId('results');
  if (!isRanked && !results.hasChildNodes()) return;
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  for (const entry of isRanked ? found : views.keys()) {
    const place = isRanked ? results : byId(groupId(entry.tag)).parentElement;
    place.append(views.get(entry));
  }
  // What is moved loses the focus.
  focused?.focus({ preventScroll: true });
}

function foundText(count, hasAll) {
  if (hasAll) return `${count} of ${views.size} operations`;
  return count === 0
    ? 'No operation holds any of these words'
    : 'No operation holds all these words; these hold most of them';
}

function groupId(tag) {
  return `group-${tag.toLowerCase().replace(/\W+/g, '-')}`;
}

/** `/docs#startJob` opens that operation, `/docs#group-jobs` shows that group. */
function openLinked() {
  const linked = byId(decodeURIComponent(location.hash.slice(1)));
  if (!linked) return;
  if (linked.closest('[hidden]')) {
    byId('search').value = '';
    byId('mine').checked = false;
    showFound('', false);
  }
  linked.scrollIntoView();
  if (!linked.matches('.operation')) return;
  linked.open = true;
  linked.querySelector('summary').focus();
}
