/**
 * Plays a network device on its standard input and output: the forced command of the test sshd
 * (sshd.ts) and the child of the in-process server. `node fake-device.mjs <settings.json>`; what it
 * is and how it misbehaves is in the settings, its configuration in `state.json` beside them, so that
 * the next session sees what this one changed; each line it receives goes to `received.jsonl`.
 */
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CONFIGURATIONS, DIALECTS, subMode } from './fake-device-dialects.mjs';
import {
  applyIndented,
  deletePath,
  readBraces,
  readIndented,
  setPath,
  writeBraces,
  writeIndented,
} from './fake-device-tree.mjs';

const settingsFile = process.argv[2];
const settings = JSON.parse(readFileSync(settingsFile, 'utf8'));
const directory = dirname(settingsFile);
const dialect = DIALECTS[settings.type];
const behaviour = settings.behaviour ?? {};
const PAGE_LINES = 23;

const note = (entry) => {
  appendFileSync(join(directory, 'received.jsonl'), `${JSON.stringify(entry)}\n`);
};

// --- the configuration ---------------------------------------------------------------------------

const stateFile = join(directory, 'state.json');
const isBraces = dialect.style === 'braces';
const read = isBraces ? readBraces : readIndented;
const write = (tree) => (isBraces ? writeBraces(tree) : writeIndented(tree, dialect.indent ?? 1));

function loadState() {
  if (existsSync(stateFile)) return JSON.parse(readFileSync(stateFile, 'utf8'));
  return {
    running: settings.configuration ?? CONFIGURATIONS[dialect.style](settings.hostname),
    saved: '',
  };
}
function saveState(change) {
  const next = { ...loadState(), ...change };
  writeFileSync(`${stateFile}.${process.pid}`, JSON.stringify(next));
  renameSync(`${stateFile}.${process.pid}`, stateFile);
}
const runningTree = () => read(loadState().running);
const saveRunning = (tree) => saveState({ running: `${write(tree).join('\n')}\n` });

function hostOf(tree) {
  const find = (node) => {
    for (const child of node.children) {
      const match = /^(?:hostname|host-name) (\S+)$/.exec(child.line);
      if (match) return match[1];
      const below = isBraces ? find(child) : undefined;
      if (below) return below;
    }
    return undefined;
  };
  return find(tree) ?? settings.hostname;
}

// --- the terminal --------------------------------------------------------------------------------

const input = [];
const wakers = [];
process.stdin.setRawMode?.(true);
process.stdin.setEncoding('latin1');
process.stdin.on('data', (text) => {
  input.push(...text);
  wakers.splice(0).forEach((wake) => wake());
});
process.stdin.on('end', () => process.exit(0));
process.stdout.on('error', () => process.exit(0));

async function key() {
  while (input.length === 0) await new Promise((wake) => wakers.push(wake));
  return input.shift();
}

let written = 0;
async function put(text) {
  const bytes = Buffer.isBuffer(text) ? text : Buffer.from(text, settings.encoding ?? 'utf8');
  const size = behaviour.pieces ?? bytes.length;
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    written += piece.length;
    if (!process.stdout.write(piece))
      await new Promise((done) => process.stdout.once('drain', done));
    if (behaviour.pieces) await delay(behaviour.pauseMs ?? 1);
  }
}
const LINE_END = behaviour.padding ? '\r\u0000\r\n' : '\r\n';
const putLines = (lines) => put(lines.map((line) => line + LINE_END).join(''));

/** A line as typed, with echo, control-V and the help that a question mark asks for. */
async function readLine({ echoes, prompt }) {
  let line = '';
  for (;;) {
    const typed = await key();
    if (typed === '\r' || typed === '\n') {
      if (echoes) await put(LINE_END);
      return line;
    }
    if (typed === '\u0016') line += await key();
    else if (typed === '?') {
      await put(`?${LINE_END}  <cr>  help for what you typed${LINE_END}${prompt}${line}`);
      continue;
    } else if (typed === '\u007f') line = line.slice(0, -1);
    else line += typed;
    if (echoes && (typed >= ' ' || typed === '\u0016')) await put(line.at(-1));
  }
}

let pagingOff = false;
async function page(lines) {
  if (pagingOff || behaviour.withoutPager) {
    await putLines(lines);
    return;
  }
  for (let at = 0; at < lines.length; at += PAGE_LINES) {
    await putLines(lines.slice(at, at + PAGE_LINES));
    if (at + PAGE_LINES >= lines.length) return;
    await put(dialect.pager);
    note({ pager: true });
    const answer = await key();
    await put(dialect.erase);
    if (answer === 'q') return;
  }
}

// --- the session ---------------------------------------------------------------------------------

const session = {
  host: hostOf(runningTree()),
  privileged: !settings.startsUnprivileged,
  base: '',
  mode: '',
  candidate: undefined,
  place: [],
  timestamps: Boolean(dialect.timestamps),
};
const prompt = () => {
  const text = dialect.prompt(session);
  const dressed = behaviour.colours ? `\u001b[?2004h\u001b[1;32m${text}\u001b[0m\u001b[K` : text;
  return (behaviour.titles ? '\u001b]0;a title > with # marks\u0007' : '') + dressed;
};

async function configurationLines() {
  const tree = runningTree();
  const lines = [...dialect.top(session.host), ...write(tree), ...dialect.end];
  const text = lines.join('\n');
  return [...dialect.header(text), ...lines];
}

async function showConfiguration() {
  if (behaviour.hangs) return new Promise(() => undefined);
  if (behaviour.endless) return endless();
  const lines = await configurationLines();
  if (behaviour.configurationBytes) return showMuch(lines);
  if (behaviour.garbled) return garbled(lines);
  if (behaviour.droppedAfterLines !== undefined) {
    await putLines(lines.slice(0, behaviour.droppedAfterLines));
    await put('inter');
    await delay(50);
    process.exit(1);
  }
  if (behaviour.cutAfterLines !== undefined) {
    await putLines(lines.slice(0, behaviour.cutAfterLines));
    return undefined;
  }
  if (behaviour.stallsAtPromptText) {
    // A line that looks like the prompt, and silence before its line end comes.
    const at = lines.length - 2;
    await putLines(lines.slice(0, at));
    await put(dialect.prompt(session));
    await delay(behaviour.stallsAtPromptText);
    await putLines(['', ...lines.slice(at)]);
    return undefined;
  }
  await page(lines);
  return undefined;
}

async function endless() {
  const line = `interface Loopback1${LINE_END} description ${'x'.repeat(80)}${LINE_END}`;
  const endlessLine = 'x'.repeat(1000);
  for (;;) await put(behaviour.endless === 'line' ? endlessLine : line.repeat(100));
}

/** A configuration of so many bytes and more, with its end. */
async function showMuch(lines) {
  const line = ` description ${'x'.repeat(80)}${LINE_END}`;
  const block = Buffer.from(`interface Loopback1${LINE_END}${line.repeat(1000)}`);
  const end = lines.lastIndexOf('end');
  await putLines(lines.slice(0, end));
  for (let sent = 0; sent < behaviour.configurationBytes; sent += block.length) await put(block);
  await putLines(lines.slice(end));
}

async function garbled(lines) {
  const noise = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7919 + 13) % 256));
  await putLines(lines.slice(0, 5));
  await put(Buffer.concat([noise, Buffer.from('\u001b[999;999H\u001b]0;never ended'), noise]));
  await put('\u001b[');
  return new Promise(() => undefined);
}

const refuse = (how = 'unknown') => putLines(dialect.refusals[how]);

async function ask(question) {
  await put(question);
  return readLine({ echoes: true, prompt: '' });
}

async function enable() {
  if (settings.enablePassword === undefined) {
    session.privileged = true;
    return;
  }
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await put('Password: ');
    const typed = await readLine({ echoes: false, prompt: '' });
    note({ password: typed });
    await put(LINE_END);
    if (typed === settings.enablePassword) {
      session.privileged = true;
      return;
    }
  }
  await putLines(['% Bad secrets', '']);
}

async function exec(line) {
  const command = line.trim();
  if (command === '') return;
  if (session.timestamps) await putLines(['', 'Sat Nov 21 10:12:13.123 UTC']);
  if (command === dialect.show) return session.privileged ? showConfiguration() : refuse();
  if (command === 'enable' && !session.privileged) return enable();
  if (command === dialect.timestamps) {
    session.timestamps = false;
    return;
  }
  if (dialect.pagingOff.includes(command) && behaviour.alwaysPages) return refuse();
  if (dialect.pagingOff.includes(command)) pagingOff = true;
  if (dialect.accepted?.[command]) return putLines(dialect.accepted[command]);
  const answer = settings.answers?.[command];
  if (answer) return page(answer.split('\n'));
  if (/^(terminal|set cli) /.test(command)) return;
  if (command === dialect.enter && session.privileged) return enter();
  if (command === dialect.save && session.privileged) return save();
  if (command === 'exit' || command === 'quit') process.exit(0);
  return say(command);
}

async function say(command) {
  if (command === 'show version')
    return putLines([`${settings.type} on ${session.host}`, 'Uptime is 4 weeks']);
  if (command === 'show clock') return putLines(['10:12:13.123 UTC Sat Nov 21 2026']);
  if (command === 'show empty') return;
  if (command === 'show long')
    return page(Array.from({ length: 100 }, (_, at) => `line ${at + 1} of 100`));
  if (command === 'show unicode') return putLines(['Zürich – 東京']);
  if (command.startsWith('show echo ')) return putLines([command.slice(10)]);
  if (command === 'show incomplete') return refuse('incomplete');
  if (command === 'reload') {
    await ask('Proceed with reload? [confirm]');
    note({ reloaded: true });
    return;
  }
  return refuse();
}

async function save() {
  if (behaviour.asksOnSave) {
    const question =
      settings.type === 'cisco-nx'
        ? 'Overwrite the startup configuration (y/n)? [n] '
        : 'Overwrite the previous NVRAM configuration?[confirm]';
    note({ answered: await ask(question) });
  }
  saveState({ saved: loadState().running });
  await putLines(dialect.saved);
}

async function enter() {
  session.base = dialect.baseMode ?? 'config';
  session.mode = session.base;
  session.place = [];
  if (dialect.candidate) session.candidate = runningTree();
  await putLines(dialect.entered);
}

function leave() {
  session.mode = '';
  session.candidate = undefined;
  session.place = [];
}

async function candidateCommand(command) {
  const { candidate } = dialect;
  const before = write(runningTree());
  const after = write(session.candidate);
  if (candidate.diffs.includes(command)) return putLines(candidate.diff(before, after));
  if (command === candidate.check)
    return putLines(behaviour.commitFails ? candidate.failed : candidate.checked);
  if (command === candidate.rollback) {
    session.candidate = runningTree();
    return putLines(candidate.rolledBack);
  }
  if (candidate.leaves.includes(command)) {
    leave();
    return putLines(candidate.left ?? []);
  }
  if (command === 'show configuration failed')
    return putLines([
      '!! SEMANTIC ERRORS: This configuration was rejected by',
      '!! the system due to semantic errors.',
      '',
      'interface Loopback0',
      "!!% Invalid argument: 'address' conflicts",
      '!',
      'end',
      '',
    ]);
  return commit(candidate);
}

async function commit(candidate) {
  note({ commit: true });
  if (behaviour.commitFails) return putLines(candidate.failed);
  saveRunning(session.candidate);
  session.host = hostOf(session.candidate);
  if (candidate.commitLeaves) leave();
  return putLines(candidate.committed ?? []);
}

const isCandidateCommand = (command) =>
  dialect.candidate !== undefined &&
  [
    'commit',
    'show configuration failed',
    dialect.candidate.check,
    dialect.candidate.rollback,
    ...dialect.candidate.diffs,
    ...dialect.candidate.leaves,
  ].includes(command);

async function configure(line) {
  const command = line.trim();
  if (command === '' || command.startsWith('!')) return;
  if (isCandidateCommand(command)) return candidateCommand(command);
  if (command === 'end' && !isBraces) return leave();
  if (command === 'exit') {
    session.place.pop();
    if (session.mode === session.base) leave();
    else session.mode = session.base;
    return;
  }
  if (command === 'top') return;
  if (/\bbogus\b/.test(command)) return refuse();
  const tree = session.candidate ?? runningTree();
  if (isBraces) return configureBraces(tree, command);
  const banner = /^banner \w+ (\S)(.*)$/.exec(command);
  if (banner && !banner[2].includes(banner[1])) return readBanner(tree, command, banner[1]);
  configureIndented(tree, line);
}

async function configureBraces(tree, command) {
  const [verb, ...rest] = command.split(' ');
  const text = rest.join(' ');
  if (verb === 'set' ? !setPath(tree, text) : verb !== 'delete' || !deletePath(tree, text))
    return refuse();
}

function configureIndented(tree, line) {
  const command = line.trim();
  const isTop =
    subMode(command, session.base) !== undefined ||
    /^(no )?(hostname|interface|router|username|snmp-server|banner)\b/.test(command);
  if (isTop) session.place = [];
  let parent = tree;
  for (const step of session.place)
    parent = parent.children.find(({ line: text }) => text === step) ?? parent;
  const entered = applyIndented(parent, command);
  const mode = subMode(command, session.base);
  if (mode && !command.startsWith('no ') && entered) {
    session.place = [command];
    session.mode = mode;
  } else if (isTop) session.mode = session.base;
  if (!session.candidate) {
    saveRunning(tree);
    session.host = hostOf(tree);
  }
}

async function readBanner(tree, first, delimiter) {
  await putLines([`Enter TEXT message.  End with the character '${delimiter}'.`]);
  const lines = [first];
  while (lines.length === 1 || !lines.at(-1).includes(delimiter))
    lines.push(await readLine({ echoes: !behaviour.withoutEcho, prompt: '' }));
  tree.children.push({ line: lines.join(' / '), children: [] });
  if (!session.candidate) saveRunning(tree);
}

async function shell() {
  for (;;) {
    await put(dialect.shellPrompt(session.host));
    const line = await readLine({ echoes: true, prompt: '' });
    note({ shell: line });
    if (line === dialect.shellCommand) return putLines(dialect.greeting);
    await putLines([`-bash: ${line}: command not found`]);
  }
}

async function run() {
  note({ session: process.pid });
  if (settings.banner) await putLines(settings.banner.split('\n'));
  if (behaviour.silent) return new Promise(() => undefined);
  if (behaviour.floods) return endless();
  if (behaviour.startsInShell) await shell();
  for (;;) {
    if (dialect.beforePrompt) await putLines(dialect.beforePrompt(session));
    const shown = prompt();
    await put(shown);
    const line = await readLine({ echoes: !behaviour.withoutEcho, prompt: shown });
    note({ mode: session.mode, line });
    if (behaviour.diesAt && line.includes(behaviour.diesAt)) process.exit(1);
    await (session.mode ? configure(line) : exec(line));
  }
}

await run();
