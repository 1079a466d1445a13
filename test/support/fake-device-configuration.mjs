import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIGURATIONS } from './fake-device-dialects.mjs';
import { readBraces, readIndented, writeBraces, writeIndented } from './fake-device-tree.mjs';

let written = 0;

/** The configuration of a fake device, kept in `state.json` so that the next session sees what this one changed. */
export class FakeConfiguration {
  #file;
  #settings;
  #dialect;

  constructor(directory, settings, dialect) {
    this.#file = join(directory, 'state.json');
    this.#settings = settings;
    this.#dialect = dialect;
    this.isBraces = dialect.style === 'braces';
  }

  get running() {
    const { running } = this.#load();
    return this.isBraces ? readBraces(running) : readIndented(running);
  }

  set running(tree) {
    this.#save({ running: `${this.linesOf(tree).join('\n')}\n` });
  }

  /** Keeps the running configuration over a restart. */
  keep() {
    this.#save({ saved: this.#load().running });
  }

  linesOf(tree) {
    return this.isBraces ? writeBraces(tree) : writeIndented(tree, this.#dialect.indent ?? 1);
  }

  hostOf(tree) {
    const find = (node) => {
      for (const child of node.children) {
        const match = /^(?:hostname|host-name) (\S+)$/.exec(child.line);
        if (match) return match[1];
        const below = this.isBraces ? find(child) : undefined;
        if (below) return below;
      }
      return undefined;
    };
    return find(tree) ?? this.#settings.hostname;
  }

  #load() {
    if (existsSync(this.#file)) return JSON.parse(readFileSync(this.#file, 'utf8'));
    const { configuration, hostname } = this.#settings;
    const running = configuration ?? CONFIGURATIONS[this.#dialect.style](hostname);
    return { running, saved: '' };
  }

  #save(change) {
    // Several sessions may write, of this process and of others.
    const next = `${this.#file}.${process.pid}.${(written += 1)}`;
    writeFileSync(next, JSON.stringify({ ...this.#load(), ...change }));
    renameSync(next, this.#file);
  }
}
