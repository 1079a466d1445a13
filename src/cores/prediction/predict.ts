import { type ReadChange, readChange, type WireLine } from './change-lines.js';
import { type ConfigurationNode, readTree, writeTree } from './configuration-tree.js';
import { type LinesBetween, linesBetween } from './lines-between.js';
import { type UnpredictedLine, predictChange } from './predict-change.js';
import { type PredictionRules } from './prediction-rules.js';

/** What lines are read as, and what they make of a configuration. */
export type PredictedChange =
  | {
      readonly kind: 'predicted';
      /** The configuration as it is expected to be. */
      readonly text: string;
      /** What is sent. */
      readonly wire: readonly WireLine[];
      readonly unpredicted: readonly UnpredictedLine[];
    }
  | Extract<ReadChange, { readonly kind: 'refused' }>;

/**
 * Predicts what lines of change make of the text of a configuration.
 * @param isIndented sections are told by indentation alone, as `linesFrom` writes them.
 */
export function predict(
  configuration: string,
  lines: readonly string[],
  rules: PredictionRules,
  isIndented = false,
): PredictedChange {
  const tree = readTree(configuration, rules);
  const read = readChange(lines, { rules, isSection: sectionsOf(tree), isIndented });
  if (read.kind === 'refused') return read;
  const { nodes, unpredicted } = predictChange(tree, read.nodes, rules);
  return { kind: 'predicted', text: writeTree(nodes), wire: read.wire, unpredicted };
}

/**
 * Lines that lead from one text to the other.
 * @param isVolatile lines that change by themselves, and are left alone.
 */
export function linesFrom(
  texts: { readonly from: string; readonly to: string },
  rules: PredictionRules,
  isVolatile: (line: string) => boolean = () => false,
): LinesBetween {
  const [from, to] = [readTree(texts.from, rules), readTree(texts.to, rules)];
  return linesBetween(from, to, { rules, isVolatile });
}

function sectionsOf(tree: readonly ConfigurationNode[]): (command: string) => boolean {
  const sections = new Set(
    tree.flatMap(({ command, children }) => (children.length > 0 ? (command ?? []) : [])),
  );
  return (command) => sections.has(command);
}
