import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { choosePorts, type DemoPorts } from './ports.js';

/** What the demo remembers from one start to the next. */
export interface DemoState {
  readonly ports: DemoPorts;
  /** Everything was put into the platform. */
  readonly isSeeded: boolean;
}

/** The directory of a demo: its state, that of its network, and the data of the platform. */
export class DemoDirectory {
  constructor(readonly path: string) {}

  /** A file or directory within. */
  within(...names: readonly string[]): string {
    return join(this.path, ...names);
  }

  /**
   * What an earlier start left, or a new beginning: also where that start was ended before everything was there.
   * @param isOnAnyPort see `choosePorts`.
   */
  async open(isOnAnyPort: boolean): Promise<DemoState> {
    const file = this.within('demo.json');
    const left = existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as DemoState);
    if (left && left.isSeeded) return left;
    this.remove();
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
    const state = { ports: await choosePorts(isOnAnyPort), isSeeded: false };
    this.keep(state);
    return state;
  }

  keep(state: DemoState): void {
    this.write('demo.json', JSON.stringify(state, undefined, 2));
  }

  /** What was written under a name. */
  read(name: string): string | undefined {
    const file = this.within(name);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  }

  /** Writes a file as a whole or not at all. */
  write(name: string, text: string): void {
    const file = this.within(name);
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  /**
   * Removes what demos write.
   * @throws Error where something else lies there than a demo.
   */
  remove(): void {
    const isOther = existsSync(this.path) && readdirSync(this.path).length > 0;
    if (isOther && !existsSync(this.within('demo.json'))) {
      throw new Error(`${this.path} holds something else than a demo`);
    }
    // What says that it is a demo goes last.
    const written = ['orchestrator.json', 'devices', 'platform', 'platform.log', 'demo.json'];
    for (const name of written) {
      rmSync(this.within(name), { recursive: true, force: true });
    }
  }
}
