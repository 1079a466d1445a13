import { type SecretRange, STEP_PLACES } from './secret-range.js';

const TAG = /<(\/)?(?:[A-Za-z_][\w.-]{0,63}:)?([A-Za-z_][\w.-]{0,127})(?=[\s/>]|$)/g;
const SECRET_NAME = /pass|secret|key|communit|psk|token|credential/i;
/** Elements of such names that hold no secret. */
const PLAIN_NAME = /chain|keyword|-id$|^key-?(?:name|index|type|length|number)$|expir|lifetime/i;
const CDATA = '<![CDATA[';
const CDATA_END = ']]>';
/** A text that begins like this is XML as a whole: only there an element goes on behind the end of a line. */
const DOCUMENT = /^\s{0,256}</;

type State = 'outside' | 'in the tag' | 'in the text' | 'in character data';

/** Finds secrets in elements of XML, line by line: `<password>`, whatever lies between the tag and its text. */
export class XmlSecrets {
  readonly #isDocument: boolean;
  #state: State = 'outside';
  /** `<community>` names its secret in `<name>`. */
  #isInCommunity = false;
  #found: SecretRange[] = [];

  constructor(text: string) {
    this.#isDocument = DOCUMENT.test(text.slice(0, 300));
  }

  /** The secrets of the next line. In steps, as `forEachPlace`. */
  *in(line: string): Generator<undefined, readonly SecretRange[]> {
    this.#found = [];
    if (this.#state === 'outside' && !line.includes('<')) return [];
    for (let at = 0, places = 1; at < line.length; places += 1) {
      at = this.#step(line, at);
      if (places % STEP_PLACES === 0) yield;
    }
    if (!this.#isDocument) this.#forget();
    return this.#found;
  }

  #forget(): void {
    this.#state = 'outside';
    this.#isInCommunity = false;
  }

  /** @returns from where to go on. */
  #step(line: string, at: number): number {
    switch (this.#state) {
      case 'outside':
        return this.#outside(line, at);
      case 'in the tag':
        return this.#inTag(line, at);
      case 'in the text':
        return this.#inText(line, at);
      case 'in character data':
        return this.#inCharacterData(line, at);
    }
  }

  #outside(line: string, at: number): number {
    TAG.lastIndex = at;
    const match = TAG.exec(line);
    if (!match) return line.length;
    const [, closing, name = ''] = match;
    if (/^community$/i.test(name)) this.#isInCommunity = closing === undefined;
    if (closing === undefined && this.#isSecret(name)) this.#state = 'in the tag';
    return TAG.lastIndex;
  }

  #isSecret(name: string): boolean {
    if (name === 'name' && this.#isInCommunity) return true;
    return SECRET_NAME.test(name) && !PLAIN_NAME.test(name);
  }

  #inTag(line: string, at: number): number {
    const end = line.indexOf('>', at);
    if (end === -1) return line.length;
    this.#state = line.charAt(end - 1) === '/' ? 'outside' : 'in the text';
    return end + 1;
  }

  #inText(line: string, at: number): number {
    const next = line.indexOf('<', at);
    if (next === -1 && !this.#isDocument) return line.length;
    this.#add(line, at, next);
    if (next === -1) return line.length;
    const isData = line.startsWith(CDATA, next);
    this.#state = isData ? 'in character data' : 'outside';
    return isData ? next + CDATA.length : next;
  }

  #inCharacterData(line: string, at: number): number {
    const end = line.indexOf(CDATA_END, at);
    this.#add(line, at, end);
    if (end === -1) return line.length;
    this.#state = 'in the text';
    return end + CDATA_END.length;
  }

  /** What is there but blanks; `to` is -1 for the rest of the line. */
  #add(line: string, from: number, to: number): void {
    const text = line.slice(from, to === -1 ? undefined : to);
    const start = from + text.length - text.trimStart().length;
    const end = from + text.trimEnd().length;
    if (end > start) this.#found.push({ start, end, isReencrypted: false });
  }
}
