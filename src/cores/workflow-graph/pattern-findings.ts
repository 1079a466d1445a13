import { listOf, objectOf, ownValue, textOf } from '../../kernel/json-reading.js';
import { compilePattern } from '../patterns/compile-pattern.js';
import { readPattern } from '../patterns/linear-pattern.js';
import { type Finding, finding } from './finding.js';
import { type WorkflowGraph, type WorkflowTask } from './workflow-graph.js';

/** A regular expression that a task runs on texts of the job. */
interface TaskPattern {
  readonly path: readonly (string | number)[];
  readonly source: string;
}

/** Reading a pattern costs; no workflow that people draw has more different ones. */
const PATTERNS_MAX = 500;
const QUERY_LENGTH_MAX = 10_000;
const QUERIES: Readonly<Record<string, string>> = { query: 'query', modify: 'query' };
/** Tasks that run a pattern, bare or between slashes, on a text. */
const PATTERNS = new Set(['match', 'replace', 'replaceAll', 'search']);
const PATTERN_OPERATORS = ['contains', '!contains'];
/** `[*name~/^a/i]` of a query. */
const QUERY_PATTERN = /~\s*\/((?:[^/\\]|\\.)+)\//g;

/** Patterns that no engine here reads: they fail when the task runs. */
export function patternFindings({ tasks }: WorkflowGraph): readonly Finding[] {
  const uses = [...tasks.values()].flatMap((task) =>
    patternsOf(task).map(({ path, source }) => ({
      path: ['tasks', task.id, 'variables', 'incoming', ...path],
      source,
    })),
  );
  const sources = [...new Set(uses.map(({ source }) => source))];
  const faults = new Map(sources.slice(0, PATTERNS_MAX).map((source) => [source, faultOf(source)]));
  const found = uses.flatMap(({ path, source }) => {
    const fault = faults.get(source);
    if (fault === undefined) return [];
    return [finding('pattern-unsupported', path, `this pattern cannot be run: ${fault}`)];
  });
  return sources.length > PATTERNS_MAX ? [...found, unchecked()] : found;
}

function faultOf(source: string): string | undefined {
  const compiled = compilePattern(source);
  return compiled.kind === 'refused' ? compiled.detail : undefined;
}

function unchecked(): Finding {
  const message = `only the first ${PATTERNS_MAX} different patterns were looked at`;
  return finding('patterns-unchecked', ['tasks'], message);
}

function patternsOf({ name, incoming }: WorkflowTask): readonly TaskPattern[] {
  if (name === 'evaluation') return evaluationPatterns(ownValue(incoming, 'evaluation_groups'));
  if (PATTERNS.has(name)) return textPattern(textOf(ownValue(incoming, 'regexp')));
  const key = Object.hasOwn(QUERIES, name) ? QUERIES[name] : undefined;
  return key === undefined ? [] : queryPatterns(textOf(ownValue(incoming, key)), [key]);
}

function textPattern(text: string): readonly TaskPattern[] {
  if (text === '' || text.startsWith('$var.')) return [];
  return [{ path: ['regexp'], source: readPattern(text).source }];
}

function evaluationPatterns(groups: Parameters<typeof listOf>[0]): readonly TaskPattern[] {
  return listOf(groups).flatMap((group, groupAt) =>
    listOf(ownValue(objectOf(group), 'evaluations')).flatMap((given, at) => {
      const evaluation = objectOf(given);
      const path = ['evaluation_groups', groupAt, 'evaluations', at];
      const right = objectOf(ownValue(evaluation, 'operand_2'));
      const literal =
        ownValue(right, 'task') === 'static' ? textOf(ownValue(right, 'variable')) : '';
      const isPattern = PATTERN_OPERATORS.includes(textOf(ownValue(evaluation, 'operator')));
      return [
        ...(isPattern && literal !== ''
          ? [{ path: [...path, 'operand_2', 'variable'], source: literal }]
          : []),
        ...['query', 'rightQuery'].flatMap((key) =>
          queryPatterns(textOf(ownValue(evaluation, key)), [...path, key]),
        ),
      ];
    }),
  );
}

function queryPatterns(query: string, path: readonly (string | number)[]): readonly TaskPattern[] {
  if (query.startsWith('$var.') || query.length > QUERY_LENGTH_MAX) return [];
  return [...query.matchAll(QUERY_PATTERN)].map(([, source = '']) => ({ path, source }));
}
