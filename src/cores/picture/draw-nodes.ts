import { type Box, type GraphLayout } from './graph-layout.js';
import { type GraphNode, type JobGraph } from './job-graph.js';
import { INK, PALE_INK, STYLES } from './styles.js';
import { element, shortened, shortenedWithin, type Svg } from './svg.js';

/** What fits into a box in the widest of the fonts. */
const TITLE_LENGTH = 27;
const KIND_LENGTH = 30;
const WORDS_LENGTH = 29;

/** Frames of loops, the outer ones first. */
export function drawFrames({ nodes }: JobGraph, { frames }: GraphLayout): readonly Svg[] {
  const outerFirst = [...frames].sort(([, one], [, other]) => area(other) - area(one));
  return outerFirst.map(([at, frame]) => drawFrame(frame, nodes[at]));
}

/** The boxes of all tasks. */
export function drawBoxes({ nodes }: JobGraph, { boxes }: GraphLayout): readonly Svg[] {
  return nodes.flatMap((node) => {
    const box = boxes.get(node.at);
    return box ? [drawNode(node, box)] : [];
  });
}

function area({ width, height }: Box): number {
  return width * height;
}

function drawFrame({ x, y, width, height }: Box, loop: GraphNode | undefined): Svg {
  const frame = { x, y, width, height, rx: 10, fill: '#1f5fa8', 'fill-opacity': '0.05' };
  const title = loop?.title ?? '';
  return element(
    'g',
    {},
    element('title', {}, `Loop of ${title}`),
    element('rect', {
      ...frame,
      stroke: '#1f5fa8',
      'stroke-opacity': '0.5',
      'stroke-dasharray': '3 3',
    }),
    text(
      `Loop of ${shortenedWithin(title, KIND_LENGTH)}`,
      { x: x + 8, y: y + 13 },
      { fill: '#1f5fa8', size: 10 },
    ),
  );
}

/** Where a text stands, and how. */
interface TextStyle {
  readonly size: number;
  readonly fill?: string;
  readonly weight?: string;
  readonly anchor?: string;
}

/** A line of text. */
export function text(
  content: string,
  { x, y }: { readonly x: number; readonly y: number },
  { size, fill = INK, weight, anchor }: TextStyle,
): Svg {
  const look = { 'font-size': size, fill, 'font-weight': weight, 'text-anchor': anchor };
  return element('text', { x, y, ...look }, content);
}

function drawNode(node: GraphNode, box: Box): Svg {
  const told = `${node.title} (${[node.kind, node.id].filter(Boolean).join(', ')}): ${node.words}`;
  const title = element('title', {}, told);
  if (node.kind === '') return element('g', {}, title, ...terminal(node, box));
  return element('g', {}, title, ...task(node, box));
}

function terminal({ title, look }: GraphNode, { x, y, width, height }: Box): readonly Svg[] {
  const { fill, stroke } = STYLES[look];
  const middle = { x: x + width / 2, y: y + height / 2 + 4 };
  const ink = look === 'terminal' ? '#ffffff' : INK;
  return [
    element('rect', { x, y, width, height, rx: height / 2, fill, stroke, 'stroke-width': 1.5 }),
    text(title, middle, { size: 13, fill: ink, weight: 'bold', anchor: 'middle' }),
  ];
}

function task({ title, kind, id, look, words }: GraphNode, box: Box): readonly Svg[] {
  const { x, y, width, height } = box;
  const { fill, stroke, sign, dash } = STYLES[look];
  const ink = look === 'dead' ? PALE_INK : INK;
  const left = x + 34;
  return [
    element('rect', { ...box, rx: 8, fill, stroke, 'stroke-width': 1.5, 'stroke-dasharray': dash }),
    element('circle', { cx: x + 18, cy: y + height / 2, r: 10, fill: '#ffffff', stroke }),
    text(
      sign,
      { x: x + 18, y: y + height / 2 + 4.5 },
      { size: 13, fill: stroke, weight: 'bold', anchor: 'middle' },
    ),
    text(
      shortenedWithin(title, TITLE_LENGTH),
      { x: left, y: y + 19 },
      { size: 12, fill: ink, weight: 'bold' },
    ),
    text(shortenedWithin(kind, KIND_LENGTH), { x: left, y: y + 35 }, { size: 11, fill: PALE_INK }),
    text(shortened(words, WORDS_LENGTH), { x: left, y: y + 52 }, { size: 11, fill: ink }),
    text(
      shortened(id, 8),
      { x: x + width - 7, y: y + 52 },
      { size: 9, fill: PALE_INK, anchor: 'end' },
    ),
  ];
}
