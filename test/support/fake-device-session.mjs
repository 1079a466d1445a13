/**
 * Plays a network device on a terminal, for the SSH server in the process of a test (served-device.ts), the demo and the
 * real sshd of the tests (fake-device-program.mjs). What it is and how it misbehaves is in its settings,
 * its configuration in `state.json`, so that the next session sees what this one changed; each line it
 * receives goes to `received.jsonl`.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FakeConfiguration } from './fake-device-configuration.mjs';
import { DIALECTS, subMode } from './fake-device-dialects.mjs';
import { applyIndented, deletePath, setPath } from './fake-device-tree.mjs';
import { FakeTerminal } from './fake-device-terminal.mjs';

/** Plays one session of a device whose files are in the directory. */
export function playDevice(directory, settings, streams) {
  const dialect = DIALECTS[settings.type];
  const terminal = new FakeTerminal(streams, settings, dialect);
  const configuration = new FakeConfiguration(directory, settings, dialect);
  return new Session(directory, settings, { dialect, terminal, configuration }).run();
}

class Session {
  base = '';
  mode = '';
  candidate = undefined;
  place = [];

  constructor(directory, settings, { dialect, terminal, configuration }) {
    this.directory = directory;
    this.settings = settings;
    this.behaviour = settings.behaviour ?? {};
    this.dialect = dialect;
    this.terminal = terminal;
    this.configuration = configuration;
    this.host = configuration.hostOf(configuration.running);
    this.privileged = !settings.startsUnprivileged;
    this.timestamps = Boolean(dialect.timestamps);
  }

  note(entry) {
    appendFileSync(join(this.directory, 'received.jsonl'), `${JSON.stringify(entry)}\n`);
  }

  prompt() {
    const text = this.dialect.prompt(this);
    const { colours, titles } = this.behaviour;
    const dressed = colours ? `\u001b[?2004h\u001b[1;32m${text}\u001b[0m\u001b[K` : text;
    return (titles ? '\u001b]0;a title > with # marks\u0007' : '') + dressed;
  }

  page(lines) {
    return this.terminal.page(lines, () => this.note({ pager: true }));
  }

  async configurationLines() {
    const tree = this.configuration.running;
    const { dialect } = this;
    const lines = [...dialect.top(this.host), ...this.configuration.linesOf(tree), ...dialect.end];
    const text = lines.join('\n');
    return [...dialect.header(text), ...lines];
  }

  async showConfiguration() {
    if (this.behaviour.hangs) return new Promise(() => undefined);
    if (this.behaviour.endless) return this.endless();
    const lines = await this.configurationLines();
    if (this.behaviour.configurationBytes) return this.showMuch(lines);
    if (this.behaviour.garbled) return this.garbled(lines);
    if (this.behaviour.droppedAfterLines !== undefined) {
      await this.terminal.putLines(lines.slice(0, this.behaviour.droppedAfterLines));
      await this.terminal.put('inter');
      await delay(50);
      await this.terminal.hangUp();
    }
    if (this.behaviour.cutAfterLines !== undefined) {
      await this.terminal.putLines(lines.slice(0, this.behaviour.cutAfterLines));
      return undefined;
    }
    if (this.behaviour.stallsAtPromptText) {
      // A line that looks like the prompt, and silence before its line end comes.
      const at = lines.length - 2;
      await this.terminal.putLines(lines.slice(0, at));
      await this.terminal.put(this.dialect.prompt(this));
      await delay(this.behaviour.stallsAtPromptText);
      await this.terminal.putLines(['', ...lines.slice(at)]);
      return undefined;
    }
    await this.page(lines);
    return undefined;
  }

  async endless() {
    const { lineEnd } = this.terminal;
    const line = `interface Loopback1${lineEnd} description ${'x'.repeat(80)}${lineEnd}`;
    const text = this.behaviour.endless === 'line' ? 'x'.repeat(1000) : line.repeat(100);
    for (;;) await this.terminal.put(text);
  }

  /** A configuration of so many bytes and more, with its end. */
  async showMuch(lines) {
    const line = ` description ${'x'.repeat(80)}${this.terminal.lineEnd}`;
    const block = Buffer.from(`interface Loopback1${this.terminal.lineEnd}${line.repeat(1000)}`);
    const end = lines.lastIndexOf('end');
    await this.terminal.putLines(lines.slice(0, end));
    for (let sent = 0; sent < this.behaviour.configurationBytes; sent += block.length)
      await this.terminal.put(block);
    await this.terminal.putLines(lines.slice(end));
  }

  async garbled(lines) {
    const noise = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7919 + 13) % 256));
    await this.terminal.putLines(lines.slice(0, 5));
    await this.terminal.put(
      Buffer.concat([noise, Buffer.from('\u001b[999;999H\u001b]0;never ended'), noise]),
    );
    await this.terminal.put('\u001b[');
    return new Promise(() => undefined);
  }

  refuse(how = 'unknown') {
    return this.terminal.putLines(this.dialect.refusals[how]);
  }

  async ask(question) {
    await this.terminal.put(question);
    return this.terminal.readLine({ echoes: true, prompt: '' });
  }

  async enable() {
    if (this.settings.enablePassword === undefined) {
      this.privileged = true;
      return;
    }
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await this.terminal.put('Password: ');
      const typed = await this.terminal.readLine({ echoes: false, prompt: '' });
      this.note({ password: typed });
      await this.terminal.put(this.terminal.lineEnd);
      if (typed === this.settings.enablePassword) {
        this.privileged = true;
        return;
      }
    }
    await this.terminal.putLines(['% Bad secrets', '']);
  }

  async exec(line) {
    const command = line.trim();
    if (command === '') return;
    if (this.timestamps) await this.terminal.putLines(['', 'Sat Nov 21 10:12:13.123 UTC']);
    if (command === this.dialect.show)
      return this.privileged ? this.showConfiguration() : this.refuse();
    if (command === 'enable' && !this.privileged) return this.enable();
    if (command === this.dialect.timestamps) {
      this.timestamps = false;
      return;
    }
    if (this.dialect.pagingOff.includes(command) && this.behaviour.alwaysPages)
      return this.refuse();
    if (this.dialect.pagingOff.includes(command)) this.terminal.switchPagesOff();
    if (this.dialect.accepted?.[command])
      return this.terminal.putLines(this.dialect.accepted[command]);
    const answer = this.settings.answers?.[command];
    if (answer) return this.page(answer.split('\n'));
    if (/^(terminal|set cli) /.test(command)) return;
    if (command === this.dialect.enter && this.privileged) return this.enter();
    if (command === this.dialect.save && this.privileged) return this.save();
    if (command === 'exit' || command === 'quit') await this.terminal.hangUp();
    return this.say(command);
  }

  async say(command) {
    if (command === 'show version')
      return this.terminal.putLines([`${this.settings.type} on ${this.host}`, 'Uptime is 4 weeks']);
    if (command === 'show clock')
      return this.terminal.putLines(['10:12:13.123 UTC Sat Nov 21 2026']);
    if (command === 'show empty') return;
    if (command === 'show long')
      return this.page(Array.from({ length: 100 }, (_, at) => `line ${at + 1} of 100`));
    if (command === 'show unicode') return this.terminal.putLines(['Zürich – 東京']);
    if (command.startsWith('show echo ')) return this.terminal.putLines([command.slice(10)]);
    if (command === 'show incomplete') return this.refuse('incomplete');
    if (command === 'reload') {
      await this.ask('Proceed with reload? [confirm]');
      this.note({ reloaded: true });
      return;
    }
    return this.refuse();
  }

  async save() {
    if (this.behaviour.asksOnSave) {
      const question =
        this.settings.type === 'cisco-nx'
          ? 'Overwrite the startup configuration (y/n)? [n] '
          : 'Overwrite the previous NVRAM configuration?[confirm]';
      this.note({ answered: await this.ask(question) });
    }
    this.configuration.keep();
    await this.terminal.putLines(this.dialect.saved);
  }

  async enter() {
    this.base = this.dialect.baseMode ?? 'config';
    this.mode = this.base;
    this.place = [];
    if (this.dialect.candidate) this.candidate = this.configuration.running;
    await this.terminal.putLines(this.dialect.entered);
  }

  leave() {
    this.mode = '';
    this.candidate = undefined;
    this.place = [];
  }

  async candidateCommand(command) {
    const { candidate } = this.dialect;
    const before = this.configuration.linesOf(this.configuration.running);
    const after = this.configuration.linesOf(this.candidate);
    if (candidate.diffs.includes(command))
      return this.terminal.putLines(candidate.diff(before, after));
    if (command === candidate.check)
      return this.terminal.putLines(
        this.behaviour.commitFails ? candidate.failed : candidate.checked,
      );
    if (command === candidate.rollback) {
      this.candidate = this.configuration.running;
      return this.terminal.putLines(candidate.rolledBack);
    }
    if (candidate.leaves.includes(command)) {
      this.leave();
      return this.terminal.putLines(candidate.left ?? []);
    }
    if (command === 'show configuration failed')
      return this.terminal.putLines([
        '!! SEMANTIC ERRORS: This configuration was rejected by',
        '!! the system due to semantic errors.',
        '',
        'interface Loopback0',
        "!!% Invalid argument: 'address' conflicts",
        '!',
        'end',
        '',
      ]);
    return this.commit(candidate);
  }

  async commit(candidate) {
    this.note({ commit: true });
    if (this.behaviour.commitFails) return this.terminal.putLines(candidate.failed);
    this.configuration.running = this.candidate;
    this.host = this.configuration.hostOf(this.candidate);
    if (candidate.commitLeaves) this.leave();
    return this.terminal.putLines(candidate.committed ?? []);
  }

  isCandidateCommand(command) {
    const { candidate } = this.dialect;
    return (
      candidate !== undefined &&
      [
        'commit',
        'show configuration failed',
        candidate.check,
        candidate.rollback,
        ...candidate.diffs,
        ...candidate.leaves,
      ].includes(command)
    );
  }

  async configure(line) {
    const command = line.trim();
    if (command === '' || command.startsWith('!')) return;
    if (this.isCandidateCommand(command)) return this.candidateCommand(command);
    if (command === 'end' && !this.configuration.isBraces) return this.leave();
    if (command === 'exit') {
      this.place.pop();
      if (this.mode === this.base) this.leave();
      else this.mode = this.base;
      return;
    }
    if (command === 'top') return;
    if (/\bbogus\b/.test(command)) return this.refuse();
    const tree = this.candidate ?? this.configuration.running;
    if (this.configuration.isBraces) return this.configureBraces(tree, command);
    const banner = /^banner \w+ (\S)(.*)$/.exec(command);
    if (banner && !banner[2].includes(banner[1])) return this.readBanner(tree, command, banner[1]);
    this.configureIndented(tree, line);
  }

  async configureBraces(tree, command) {
    const [verb, ...rest] = command.split(' ');
    const text = rest.join(' ');
    if (verb === 'set' ? !setPath(tree, text) : verb !== 'delete' || !deletePath(tree, text))
      return this.refuse();
  }

  configureIndented(tree, line) {
    const command = line.trim();
    const isTop =
      subMode(command, this.base) !== undefined ||
      /^(no )?(hostname|interface|router|username|snmp-server|banner)\b/.test(command);
    if (isTop) this.place = [];
    let parent = tree;
    for (const step of this.place)
      parent = parent.children.find(({ line: text }) => text === step) ?? parent;
    const entered = applyIndented(parent, command);
    const mode = subMode(command, this.base);
    if (mode && !command.startsWith('no ') && entered) {
      this.place = [command];
      this.mode = mode;
    } else if (isTop) this.mode = this.base;
    if (!this.candidate) {
      this.configuration.running = tree;
      this.host = this.configuration.hostOf(tree);
    }
  }

  async readBanner(tree, first, delimiter) {
    await this.terminal.putLines([`Enter TEXT message.  End with the character '${delimiter}'.`]);
    const lines = [first];
    while (lines.length === 1 || !lines.at(-1).includes(delimiter))
      lines.push(await this.terminal.readLine({ echoes: !this.behaviour.withoutEcho, prompt: '' }));
    tree.children.push({ line: lines.join(' / '), children: [] });
    if (!this.candidate) this.configuration.running = tree;
  }

  async shell() {
    for (;;) {
      await this.terminal.put(this.dialect.shellPrompt(this.host));
      const line = await this.terminal.readLine({ echoes: true, prompt: '' });
      this.note({ shell: line });
      if (line === this.dialect.shellCommand) return this.terminal.putLines(this.dialect.greeting);
      await this.terminal.putLines([`-bash: ${line}: command not found`]);
    }
  }

  async run() {
    const { columns, rows } = process.stdout;
    this.note({ session: true, terminal: [process.env.TERM, columns, rows] });
    if (this.settings.banner) await this.terminal.putLines(this.settings.banner.split('\n'));
    if (this.behaviour.silent) return new Promise(() => undefined);
    if (this.behaviour.floods) return this.endless();
    if (this.behaviour.startsInShell) await this.shell();
    for (;;) {
      if (this.dialect.beforePrompt) await this.terminal.putLines(this.dialect.beforePrompt(this));
      const shown = this.prompt();
      await this.terminal.put(shown);
      const line = await this.terminal.readLine({
        echoes: !this.behaviour.withoutEcho,
        prompt: shown,
      });
      this.note({ mode: this.mode, line });
      if (this.behaviour.diesAt && line.includes(this.behaviour.diesAt))
        await this.terminal.hangUp();
      await (this.mode ? this.configure(line) : this.exec(line));
    }
  }
}
