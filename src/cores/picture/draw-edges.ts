import { text } from './draw-nodes.js';
import { type GraphLayout, type Point } from './graph-layout.js';
import { type GraphEdge, type JobGraph } from './job-graph.js';
import { edgeStyle } from './styles.js';
import { element, shown, type Svg } from './svg.js';
import { backEdge } from './back-edge.js';

/** All ways: those that the job has gone lie on top. */
export function drawEdges({ edges }: JobGraph, layout: GraphLayout): readonly Svg[] {
  const drawn = edges.flatMap((edge, number) => {
    const way = pathOf(edge, number, layout);
    return way ? [{ edge, svg: drawEdge(edge, way) }] : [];
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
  if (!from || !to) return undefined;
  const corners = backEdge({ from, to }, [...boxes.values()], { number, middle: width / 2 });
  return { path: rounded(corners), middle: between(corners[2], corners[3]) };
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

/** The middle of the line that `smooth` draws, which goes by its corners and not through them. */
function middleOf(points: readonly Point[]): Point {
  const corners = points.slice(1, -1);
  const knots = [
    ...points.slice(0, 1),
    ...corners.slice(1).map((corner, at) => between(corners[at] ?? corner, corner)),
    ...points.slice(-1),
  ];
  const [one, other] = middlePair(knots);
  const corner = corners[Math.floor((corners.length - 1) / 2)];
  // An even number of corners has a knot in its middle.
  if (!corner || corners.length % 2 === 0) return between(one, other);
  return between(between(one, corner), between(corner, other));
}

/** The two points around the middle of a line; twice the same where one is in the middle. */
function middlePair(points: readonly Point[]): readonly [Point, Point] {
  const one = points[Math.floor((points.length - 1) / 2)] ?? { x: 0, y: 0 };
  return [one, points[Math.ceil((points.length - 1) / 2)] ?? one];
}

const RADIUS = 12;

/** Straight from corner to corner, which are rounded. */
function rounded(corners: readonly Point[]): string {
  const last = corners.length - 1;
  const pieces = corners.map((corner, at) => {
    const [before, after] = [corners[at - 1], corners[at + 1]];
    if (!before) return `M${at2(corner)}`;
    if (!after || at === last) return `L${at2(corner)}`;
    return `L${at2(towards(corner, before))} Q${at2(corner)} ${at2(towards(corner, after))}`;
  });
  return pieces.join(' ');
}

/** A point on the way from a corner to the next one, not further than half of it. */
function towards(corner: Point, next: Point): Point {
  const length = Math.hypot(next.x - corner.x, next.y - corner.y);
  const part = length === 0 ? 0 : Math.min(RADIUS, length / 2) / length;
  return { x: corner.x + (next.x - corner.x) * part, y: corner.y + (next.y - corner.y) * part };
}

function drawEdge(edge: GraphEdge, { path, middle }: Way): Svg {
  const { stroke, dash, label } = edgeStyle(edge);
  const line = {
    d: path,
    fill: 'none',
    stroke,
    'stroke-dasharray': dash,
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
  const place = { x: x - width / 2, y: y - 8, width, height: 15, rx: 4 };
  const ground = element('rect', { ...place, fill: '#ffffff', 'fill-opacity': '0.92' });
  const written = text(label, { x, y: y + 3.5 }, { size: 10, fill, anchor: 'middle' });
  return element('g', {}, ground, written);
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
