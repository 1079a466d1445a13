import { cutText } from '../../kernel/cut-text.js';
import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { readTemplate } from './read-template.js';
import { Rows } from './row.js';
import { END, EOF, type Rule, START, type TextFsmTemplate } from './template.js';
import { TextFsmError } from './textfsm-error.js';

/** Lines as Python ends them. */
const LINE_END = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;
const OUTPUT_LENGTH_MAX = 16 * 1024 * 1024;
const ROWS_MAX = 100_000;

/** The rows that a template makes of the output of a command: objects by the names of its values. */
export interface ParsedText {
  readonly header: readonly string[];
  readonly rows: readonly JsonObject[];
}

/**
 * Parses the output of a command.
 * @param template the text of a TextFSM template.
 * @throws TextFsmError, and nothing else.
 */
export function parseText(template: string, output: string): ParsedText {
  const read = readTemplate(template);
  if (output.length > OUTPUT_LENGTH_MAX)
    throw new TextFsmError('limit', `the output is longer than ${OUTPUT_LENGTH_MAX} characters`);
  const header = read.values.map(({ name }) => name);
  const rows = new Run(read).rows(output).map((row) => named(header, row));
  return { header, rows };
}

/** What is wrong with a template; undefined where it can be run. */
export function templateFault(template: string): string | undefined {
  try {
    readTemplate(template);
    return undefined;
  } catch (error) {
    if (error instanceof TextFsmError) return error.message;
    throw error;
  }
}

class Run {
  readonly #rows: Rows;
  #state: string = START;

  constructor(private readonly template: TextFsmTemplate) {
    this.#rows = new Rows(template.values);
  }

  rows(output: string): readonly JsonValue[][] {
    for (const line of linesOf(output)) {
      this.#line(line);
      if (this.#state === END || this.#state === EOF) break;
      if (this.#rows.recorded.length > ROWS_MAX)
        throw new TextFsmError('limit', `the output makes more than ${ROWS_MAX} rows`);
    }
    // A template that names the end of the output says itself what is recorded there.
    if (this.#state !== END && !this.template.states.has(EOF)) this.#rows.record();
    return this.#rows.recorded;
  }

  #line(line: string): void {
    for (const rule of this.template.states.get(this.#state) ?? []) {
      const groups = rule.pattern.match(line);
      if (!groups) continue;
      this.#rows.assign(groups);
      this.#record(rule);
      if (rule.line === 'Error') throw errorOf(rule, line);
      if (rule.line === 'Continue') continue;
      this.#state = rule.target ?? this.#state;
      return;
    }
  }

  #record({ record }: Rule): void {
    if (record === 'Record') this.#rows.record();
    else if (record === 'Clear') this.#rows.clear();
    else if (record === 'Clearall') this.#rows.clearAll();
  }
}

/** The last line end begins no further line. */
function linesOf(output: string): readonly string[] {
  const lines = output.split(LINE_END);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function errorOf({ target, at }: Rule, line: string): TextFsmError {
  const said = target ?? 'the output is not what the template expects';
  const shown = cutText(line, 200, '…');
  return new TextFsmError('state', `${said.replace(/^"|"$/g, '')}, at: ${shown}`, at);
}

function named(header: readonly string[], row: readonly JsonValue[]): JsonObject {
  return Object.fromEntries(header.map((name, at) => [name, row[at] ?? '']));
}
