import { text } from './draw-nodes.js';
import { type GraphNode, type JobGraph, LOOK_WORDS, type Look, tasksOf } from './job-graph.js';
import { PALE_INK, STYLES } from './styles.js';
import { element, shortened, shortenedWithin, type Svg } from './svg.js';

const LOOKS = Object.keys(LOOK_WORDS).filter((look) => look !== 'terminal') as Look[];
/** What somebody looks for in a large job: where it is now, and what went wrong. */
const NAMED: readonly Look[] = ['error', 'manual', 'running', 'waiting', 'ready', 'failure'];
const NAMED_MAX = 40;
const ROW = 26;
const WIDTH = 760;
const BAR = 360;

/** A workflow that is too large for a picture of its ways: tasks by where they stand, and those that matter now by name. */
export function drawSummary(graph: JobGraph): {
  readonly width: number;
  readonly height: number;
  readonly content: readonly Svg[];
} {
  const nodes = tasksOf(graph);
  const counted = LOOKS.map((look) => ({
    look,
    count: nodes.filter((node) => node.look === look).length,
  }));
  const most = Math.max(1, ...counted.map(({ count }) => count));
  const bars = counted.map((one, at) => drawBar(one, most, 90 + at * ROW));
  const named = NAMED.flatMap((look) => nodes.filter((node) => node.look === look)).slice(
    0,
    NAMED_MAX,
  );
  const top = 90 + counted.length * ROW + 20;
  const note = 'The workflow is too large for a picture of its ways: tasks by where they stand';
  const content = [
    text(note, { x: 24, y: 68 }, { size: 12, fill: PALE_INK }),
    ...bars,
    ...named.map((node, at) => drawNamed(node, top + at * 20)),
  ];
  return { width: WIDTH, height: top + named.length * 20 + 16, content };
}

function drawBar(
  { look, count }: { readonly look: Look; readonly count: number },
  most: number,
  y: number,
): Svg {
  const { fill, stroke, sign } = STYLES[look];
  const width = count === 0 ? 0 : Math.max(2, (count / most) * BAR);
  return element(
    'g',
    {},
    text(sign, { x: 34, y: y + 13 }, { size: 13, fill: stroke, weight: 'bold', anchor: 'middle' }),
    text(LOOK_WORDS[look], { x: 50, y: y + 13 }, { size: 12 }),
    element('rect', { x: 180, y, width, height: 18, rx: 3, fill, stroke }),
    text(String(count), { x: 190 + width, y: y + 13 }, { size: 12 }),
  );
}

function drawNamed({ title, kind, id, look, words }: GraphNode, y: number): Svg {
  const { stroke, sign } = STYLES[look];
  const line = `${shortenedWithin(title, 48)} — ${shortenedWithin(kind, 30)} (${shortened(id, 12)}): ${words}`;
  return element(
    'g',
    {},
    element('title', {}, title),
    text(sign, { x: 34, y }, { size: 12, fill: stroke, weight: 'bold', anchor: 'middle' }),
    text(line, { x: 50, y }, { size: 12 }),
  );
}
