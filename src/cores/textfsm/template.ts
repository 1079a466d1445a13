import { type LinePattern } from './line-pattern.js';

/** What a value of a template does beside holding what was matched. */
export const VALUE_OPTIONS = ['Required', 'Filldown', 'Fillup', 'Key', 'List'] as const;
export type ValueOption = (typeof VALUE_OPTIONS)[number];

/** A value: a column of the result. */
export interface ValueDefinition {
  readonly name: string;
  /** In the order of the template, which is the order they act in. */
  readonly options: readonly ValueOption[];
  /** Its pattern in parentheses, as the group of its name. */
  readonly group: string;
  /** Of a list whose pattern has named groups of its own: finds those in what was matched. */
  readonly nested: LinePattern | undefined;
}

/** What becomes of the line after a match. */
export const LINE_OPERATIONS = ['Next', 'Continue', 'Error'] as const;
export type LineOperation = (typeof LINE_OPERATIONS)[number];

/** What becomes of the row after a match. */
export const RECORD_OPERATIONS = ['NoRecord', 'Record', 'Clear', 'Clearall'] as const;
export type RecordOperation = (typeof RECORD_OPERATIONS)[number];

/** What a rule does where its pattern matches. */
export interface RuleAction {
  readonly line: LineOperation;
  readonly record: RecordOperation;
  /** The state that follows; of `Error` the message. */
  readonly target: string | undefined;
}

/** A rule of a state. */
export interface Rule extends RuleAction {
  readonly pattern: LinePattern;
  /** Line of the template, from 1. */
  readonly at: number;
}

/** A template that can be run. */
export interface TextFsmTemplate {
  readonly values: readonly ValueDefinition[];
  readonly states: ReadonlyMap<string, readonly Rule[]>;
}

/** The state that a run begins in. */
export const START = 'Start';
/** Ends the run; the row that is under way is left out. */
export const END = 'End';
/** Ends the run like the end of the output does; where a template names it, the last row is not recorded by itself. */
export const EOF = 'EOF';
