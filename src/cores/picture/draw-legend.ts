import { text } from './draw-nodes.js';
import { type GraphEdge, type JobGraph, LOOK_WORDS, type Look } from './job-graph.js';
import { PALE_INK, STYLES, edgeStyle } from './styles.js';
import { element, type Svg } from './svg.js';

const COLUMN = 150;
const ROW = 22;
const LOOKS = Object.keys(LOOK_WORDS).filter((look) => look !== 'terminal') as Look[];
const WAYS: readonly (Pick<GraphEdge, 'state' | 'isRevert'> & { readonly words: string })[] = [
  { state: 'success', isRevert: false, words: 'on success' },
  { state: 'failure', isRevert: false, words: 'on failure' },
  { state: 'error', isRevert: false, words: 'on error' },
  { state: 'loop', isRevert: false, words: 'for each element' },
  { state: 'success', isRevert: true, words: 'back (revert)' },
];

/** What signs, colours and lines mean. */
export interface Legend {
  readonly height: number;
  readonly svg: (top: number) => readonly Svg[];
}

/** A legend in as many columns as the picture is wide. */
export function legendFor(graph: Pick<JobGraph, 'edges'>, width: number): Legend {
  const columns = Math.max(1, Math.floor((width - 32) / COLUMN));
  const ways = WAYS.filter(({ state, isRevert }) =>
    graph.edges.some((edge) => edge.isRevert === isRevert && (isRevert || edge.state === state)),
  );
  const entries = [
    ...LOOKS.map((look) => (x: number, y: number) => drawLook(look, x, y)),
    ...ways.map((way) => (x: number, y: number) => drawSample(way, x, y)),
  ];
  const rows = Math.ceil(entries.length / columns);
  const svg = (top: number): readonly Svg[] =>
    entries.map((draw, at) =>
      draw(24 + (at % columns) * COLUMN, top + 16 + Math.floor(at / columns) * ROW),
    );
  return { height: rows * ROW + 20, svg };
}

function drawLook(look: Look, x: number, y: number): Svg {
  const { fill, stroke, sign, dash } = STYLES[look];
  const box = {
    x,
    y: y - 12,
    width: 22,
    height: 16,
    rx: 4,
    fill,
    stroke,
    'stroke-dasharray': dash,
  };
  return element(
    'g',
    {},
    element('rect', box),
    text(
      sign,
      { x: x + 11, y: y + 0.5 },
      { size: 11, fill: stroke, weight: 'bold', anchor: 'middle' },
    ),
    text(LOOK_WORDS[look], { x: x + 28, y }, { size: 11, fill: PALE_INK }),
  );
}

function drawSample(way: (typeof WAYS)[number], x: number, y: number): Svg {
  const { stroke, dash } = edgeStyle(way);
  const line = { x1: x, y1: y - 4, x2: x + 22, y2: y - 4, stroke, 'stroke-width': 2 };
  return element(
    'g',
    {},
    element('line', { ...line, 'stroke-dasharray': dash }),
    text(way.words, { x: x + 28, y }, { size: 11, fill: PALE_INK }),
  );
}
