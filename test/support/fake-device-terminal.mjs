import { setTimeout as delay } from 'node:timers/promises';

const PAGE_LINES = 23;

/** The terminal of a fake device: echo, pages and the ways in which a device writes badly. */
export class FakeTerminal {
  #input = [];
  #wakers = [];
  #pagesAreOff = false;

  /**
   * @param streams what is typed comes from `input`, what is shown goes to `output`, `end` ends the session
   * @param settings of the device
   * @param dialect how its type talks
   */
  constructor({ input, output, end }, settings, dialect) {
    this.output = output;
    this.end = end;
    this.dialect = dialect;
    this.behaviour = settings.behaviour ?? {};
    this.encoding = settings.encoding ?? 'utf8';
    this.lineEnd = this.behaviour.padding ? '\r\u0000\r\n' : '\r\n';
    input.setEncoding('latin1');
    input.on('data', (text) => {
      this.#input.push(...text);
      this.#wakers.splice(0).forEach((wake) => wake());
    });
    input.on('end', end);
    output.on('error', end);
  }

  /** Ends the session; whoever waits for this goes no further. */
  hangUp() {
    this.end();
    return new Promise(() => undefined);
  }

  switchPagesOff() {
    this.#pagesAreOff = true;
  }

  async key() {
    while (this.#input.length === 0) await new Promise((wake) => this.#wakers.push(wake));
    return this.#input.shift();
  }

  async put(text) {
    const bytes = Buffer.isBuffer(text) ? text : Buffer.from(text, this.encoding);
    const size = this.behaviour.pieces ?? bytes.length;
    for (let at = 0; at < bytes.length; at += size) {
      if (!this.output.writable) await this.hangUp();
      if (!this.output.write(bytes.subarray(at, at + size)))
        await new Promise((done) => this.output.once('drain', done));
      if (this.behaviour.pieces) await delay(this.behaviour.pauseMs ?? 1);
    }
  }

  putLines(lines) {
    return this.put(lines.map((line) => line + this.lineEnd).join(''));
  }

  /** A line as typed, with echo, control-V and the help that a question mark asks for. */
  async readLine({ echoes, prompt }) {
    let line = '';
    for (;;) {
      const typed = await this.key();
      if (typed === '\r' || typed === '\n') {
        if (echoes) await this.put(this.lineEnd);
        return line;
      }
      if (typed === '?') {
        const help = '  <cr>  help for what you typed';
        await this.put(`?${this.lineEnd}${help}${this.lineEnd}${prompt}${line}`);
        continue;
      }
      if (typed === '\u0016') line += await this.key();
      else if (typed === '\u007f') line = line.slice(0, -1);
      else line += typed;
      if (echoes && (typed >= ' ' || typed === '\u0016')) await this.put(line.at(-1));
    }
  }

  /** @param notePager is called for each page that is asked for */
  async page(lines, notePager) {
    if (this.#pagesAreOff || this.behaviour.withoutPager) {
      await this.putLines(lines);
      return;
    }
    for (let at = 0; at < lines.length; at += PAGE_LINES) {
      await this.putLines(lines.slice(at, at + PAGE_LINES));
      if (at + PAGE_LINES >= lines.length) return;
      await this.put(this.dialect.pager);
      notePager();
      const answer = await this.key();
      await this.put(this.dialect.erase);
      if (answer === 'q') return;
    }
  }
}
