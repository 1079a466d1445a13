import { cutText } from '../../kernel/cut-text.js';
import { LinearPattern } from '../patterns/linear-pattern.js';
import { LinePattern } from './line-pattern.js';
import { readAction } from './read-action.js';
import {
  END,
  EOF,
  LINE_OPERATIONS,
  RECORD_OPERATIONS,
  type Rule,
  START,
  type TextFsmTemplate,
  VALUE_OPTIONS,
  type ValueDefinition,
  type ValueOption,
} from './template.js';
import { TextFsmError } from './textfsm-error.js';

const COMMENT = /^\s*#/;
const STATE_NAME = /^\w+$/;
/** A group of this name has to be possible. */
const VALUE_NAME = /^[A-Za-z_]\w*$/;
const NAME_LENGTH_MAX = 48;
const TEMPLATE_LENGTH_MAX = 1024 * 1024;
/** What reading all patterns of a template may take (`LinearPattern.costOf`): about half a second at worst. */
const PATTERN_COST_MAX = 200_000;
const RESERVED: ReadonlySet<string> = new Set([...LINE_OPERATIONS, ...RECORD_OPERATIONS]);
const ARROW = /^(.*)\s->(.*)$/s;
/** `$$` is a dollar sign, `${NAME}` and `$NAME` are the group of a value. */
const PLACE = /\$(?:(\$)|\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*)|)/g;

/** Reads the text of a template. @throws TextFsmError `syntax`, `pattern` */
export function readTemplate(text: string): TextFsmTemplate {
  if (text.length > TEMPLATE_LENGTH_MAX)
    throw new TextFsmError(
      'limit',
      `the template is longer than ${TEMPLATE_LENGTH_MAX} characters`,
    );
  return new TemplateReader(text).template();
}

class TemplateReader {
  readonly #lines: readonly string[];
  readonly #values = new Map<string, ValueDefinition>();
  readonly #states = new Map<string, Rule[]>();
  #at = 0;
  #cost = 0;

  constructor(text: string) {
    this.#lines = text.split(/\r\n|\r|\n/).map((line) => line.trimEnd());
  }

  template(): TextFsmTemplate {
    this.#readValues();
    while (this.#readState());
    this.#assertSound();
    return { values: [...this.#values.values()], states: this.#states };
  }

  /** The next line that is no comment, blank ones included; undefined at the end. */
  #next(): string | undefined {
    for (;;) {
      const line = this.#lines[this.#at];
      if (line === undefined) return undefined;
      this.#at += 1;
      if (!COMMENT.test(line)) return line;
    }
  }

  #fault(detail: string): TextFsmError {
    return new TextFsmError('syntax', detail, this.#at);
  }

  /** @throws TextFsmError `pattern`, `limit` */
  #pattern(source: string): LinePattern {
    this.#cost += LinearPattern.costOf(source) + 1;
    if (this.#cost > PATTERN_COST_MAX)
      throw new TextFsmError('limit', 'the patterns take too long to read', this.#at);
    return LinePattern.compile(source, this.#at);
  }

  /** Values stand on top and end with a blank line. */
  #readValues(): void {
    for (let line = this.#next(); line !== undefined && line !== ''; line = this.#next()) {
      if (!line.startsWith('Value '))
        throw this.#fault(
          this.#values.size === 0
            ? 'a template begins with its values'
            : 'no blank line after the values',
        );
      this.#readValue(line);
    }
  }

  #readValue(line: string): void {
    const { words, name, pattern } = valueParts(line);
    this.#assertValue(name, pattern);
    const options = words.map((word) => this.#option(word));
    const compiled = this.#pattern(pattern);
    const nested = options.includes('List') && compiled.hasNames ? compiled : undefined;
    this.#values.set(name, { name, options, group: `(?P<${name}>${pattern.slice(1)}`, nested });
  }

  #assertValue(name: string, pattern: string): void {
    if (!VALUE_NAME.test(name) || name.length > NAME_LENGTH_MAX)
      throw this.#fault('a value is written: Value [options] NAME (pattern)');
    if (this.#values.has(name)) throw this.#fault(`value '${name}' is there twice`);
    if (!/^\(.*\)$/s.test(pattern))
      throw this.#fault('the pattern of a value stands in parentheses');
  }

  #option(word: string): ValueOption {
    const option = VALUE_OPTIONS.find((known) => known === word);
    if (!option) throw this.#fault(`'${word}' is none of ${VALUE_OPTIONS.join(', ')}`);
    return option;
  }

  /** @returns false at the end of the template. */
  #readState(): boolean {
    const name = this.#stateName();
    if (name === undefined) return false;
    const rules: Rule[] = [];
    this.#states.set(name, rules);
    for (let line = this.#next(); line !== undefined && line !== ''; line = this.#next())
      rules.push(this.#rule(line));
    return true;
  }

  #stateName(): string | undefined {
    let name = this.#next();
    while (name === '') name = this.#next();
    if (name === undefined) return undefined;
    if (!STATE_NAME.test(name) || name.length > NAME_LENGTH_MAX || RESERVED.has(name))
      throw this.#fault(`'${cutText(name, NAME_LENGTH_MAX)}' is no name of a state`);
    if (this.#states.has(name)) throw this.#fault(`state '${name}' is there twice`);
    return name;
  }

  #rule(line: string): Rule {
    if (!/^(?: {1,2}|\t)\^/.test(line))
      throw this.#fault('a rule begins with one or two spaces, or a tab, and ^');
    const rule = line.trim();
    const [, before = rule, action] = ARROW.exec(rule) ?? [];
    const source = this.#filled(before);
    const pattern = this.#pattern(source);
    return { ...readAction(action, this.#at), pattern, at: this.#at };
  }

  #filled(source: string): string {
    return source.replace(PLACE, (_, dollar?: string, braced?: string, bare?: string) => {
      if (dollar !== undefined) return '$';
      const name = braced ?? bare ?? '';
      const value = this.#values.get(name);
      if (value) return value.group;
      throw this.#fault(
        name === '' ? "a dollar sign is written '$$'" : `there is no value '${name}'`,
      );
    });
  }

  #assertSound(): void {
    if (!this.#states.has(START)) throw new TextFsmError('syntax', `there is no state '${START}'`);
    for (const name of [END, EOF]) {
      const [rule] = this.#states.get(name) ?? [];
      if (rule) throw new TextFsmError('syntax', `state '${name}' has no rules`, rule.at);
    }
    for (const rule of [...this.#states.values()].flat()) this.#assertTarget(rule);
  }

  /** What follows `Error` is a message. */
  #assertTarget({ line, target, at }: Rule): void {
    if (line === 'Error' || target === undefined) return;
    if (this.#states.has(target) || target === END || target === EOF) return;
    throw new TextFsmError('syntax', `there is no state '${target}'`, at);
  }
}

/** The words of a value: options are there where the second is not the beginning of the pattern. */
function valueParts(line: string): {
  readonly words: readonly string[];
  readonly name: string;
  readonly pattern: string;
} {
  const [, first = '', second = '', ...rest] = line.split(' ');
  if (second.startsWith('('))
    return { words: [], name: first, pattern: [second, ...rest].join(' ') };
  return { words: first.split(','), name: second, pattern: rest.join(' ') };
}
