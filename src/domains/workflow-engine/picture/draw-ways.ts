import { text } from './draw-nodes.js';
import { type Box, type GraphLayout, type Point } from './graph-layout.js';
import { type GraphEdge, type JobGraph } from './job-graph.js';
import { wayStyle } from './looks.js';
import { element, shown, type Svg } from './svg.js';

/** All ways: those that the job has gone lie on top. */
export function drawWays({ edges }: JobGraph, layout: GraphLayout): readonly Svg[] {
  const drawn = edges.flatMap((edge, number) => {
    const way = pathOf(edge, number, layout);
    return way ? [{ edge, svg: drawWay(edge, way) }] : [];
  });
  const taken = drawn.filter(({ edge }) => edge.isTaken);
  return [...drawn.filter(({ edge }) => !edge.isTaken), ...taken].map(({ svg }) => svg);
}

/** The path of a way, and where its label stands. */
interface Way {
  readonly path: string;
  readonly middle: Point;
}

function pathOf(
  edge: GraphEdge,
  number: number,
  { ways, boxes, width }: GraphLayout,
): Way | undefined {
  const points = ways.get(number);
  if (points && points.length > 1) return { path: smooth(points), middle: middleOf(points) };
  const [from, to] = [boxes.get(edge.from), boxes.get(edge.to)];
  return from && to ? back(from, to, { number, middle: width / 2 }) : undefined;
}

/** Through the corners, rounded. */
function smooth(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.pop();
  if (!first || !last) return '';
  const curves = rest.map((corner, at) => {
    const next = rest[at + 1];
    const end = next ? between(corner, next) : last;
    return next ? `Q${at2(corner)} ${at2(end)}` : `Q${at2(corner)} ${at2(last)}`;
  });
  return `M${at2(first)} ${curves.length > 0 ? curves.join(' ') : `L${at2(last)}`}`;
}

function at2({ x, y }: Point): string {
  return `${shown(x)} ${shown(y)}`;
}

function between(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function middleOf(points: readonly Point[]): Point {
  const half = Math.floor((points.length - 1) / 2);
  const [one, other] = [points[half], points[half + 1]];
  if (!one || !other) return { x: 0, y: 0 };
  return points.length % 2 === 0 ? between(one, other) : one;
}

/** A bow on the outer side of both boxes; several of them do not lie on each other. */
function back(
  from: Box,
  to: Box,
  { number, middle }: { readonly number: number; readonly middle: number },
): Way {
  const isLeft = centre(from) + centre(to) < 2 * middle - 1;
  const [startX, endX] = isLeft ? [from.x, to.x] : [from.x + from.width, to.x + to.width];
  const [startY, endY] = [from.y + from.height * 0.4, to.y + to.height * 0.6];
  const bow = 34 + (number % 4) * 9;
  const far = isLeft ? Math.min(startX, endX) - bow : Math.max(startX, endX) + bow;
  const [start, end] = [
    { x: startX, y: startY },
    { x: endX, y: endY },
  ];
  const path = `M${at2(start)} C${at2({ x: far, y: startY })} ${at2({ x: far, y: endY })} ${at2(end)}`;
  // Where the bow is half way: not as far out as what bends it, least of all between distant columns.
  const half = (startX + endX + 6 * far) / 8;
  return { path, middle: { x: isLeft ? half - 20 : half + 20, y: (startY + endY) / 2 } };
}

function centre({ x, width }: Box): number {
  return x + width / 2;
}

function drawWay(edge: GraphEdge, { path, middle }: Way): Svg {
  const { stroke, dash, label } = wayStyle(edge);
  const line = {
    ...{ d: path, fill: 'none', stroke, 'stroke-dasharray': dash },
    'stroke-width': edge.isTaken ? 2.6 : 1.4,
    'stroke-opacity': edge.isTaken ? undefined : '0.6',
    'marker-end': `url(#${markerOf(stroke)})`,
  };
  const drawn = element('path', line);
  if (label === '') return drawn;
  return element('g', {}, drawn, labelled(label, middle, stroke));
}

/** The label lies on a piece of the ground, so that no line goes through it. */
function labelled(label: string, { x, y }: Point, fill: string): Svg {
  const width = label.length * 5.6 + 8;
  return element(
    'g',
    {},
    element('rect', {
      x: x - width / 2,
      y: y - 8,
      width,
      height: 15,
      rx: 4,
      fill: '#ffffff',
      'fill-opacity': '0.92',
    }),
    text(label, { x, y: y + 3.5 }, { size: 10, fill, anchor: 'middle' }),
  );
}

/** The id of the arrow head of a colour. */
function markerOf(stroke: string): string {
  return `arrow-${stroke.slice(1)}`;
}

/** An arrow head for each colour of ways. */
export function arrowHeads(strokes: readonly string[]): Svg {
  const size = { viewBox: '0 0 10 10', refX: 9, refY: 5, markerWidth: 8, markerHeight: 8 };
  const heads = [...new Set(strokes)].map((stroke) =>
    element(
      'marker',
      { id: markerOf(stroke), ...size, markerUnits: 'userSpaceOnUse', orient: 'auto' },
      element('path', { d: 'M0 0L10 5L0 10z', fill: stroke }),
    ),
  );
  return element('defs', {}, ...heads);
}
