import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawEdges } from './draw-edges.js';
import { type Box, layOut, type Point } from './graph-layout.js';
import { type GraphEdge, type GraphNode, type JobGraph } from './job-graph.js';
import { written } from './svg.js';
import { backEdge } from './back-edge.js';

/** Workflows of up to twelve tasks: ways lead on to later ones, reverts to earlier ones. */
const graphs = fc
  .tuple(
    fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 11 }),
    fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { minLength: 1, maxLength: 6 }),
    fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 8 }),
  )
  .map(([back, reverts, more]): JobGraph => {
    const nodes = [0, ...back].map((_, at): GraphNode => ({
      at,
      id: String(at),
      title: `T${String(at)}`,
      kind: 'query',
      words: '',
      owner: null,
      look: 'pending',
    }));
    const way = (from: number, to: number, isRevert: boolean): GraphEdge => ({
      from,
      to,
      isRevert,
      isTaken: false,
      state: 'failure',
    });
    const on = [
      ...back.map((less, at) => way(Math.max(0, at - less), at + 1, false)),
      ...more
        .filter(([one, other]) => one !== other && Math.max(one, other) < nodes.length)
        .map(([one, other]) => way(Math.min(one, other), Math.max(one, other), false)),
    ];
    const returns = reverts
      .filter(([one, other]) => Math.max(one, other) < nodes.length)
      .map(([one, other]) => way(Math.max(one, other), Math.min(one, other), true));
    return { name: 'W', status: 'running', nodes, edges: [...on, ...returns] };
  });

const ORIGIN: Point = { x: 0, y: 0 };

/** Points of a path of lines and quadratic curves, one after the other. */
function pointsOf(path: string): readonly Point[] {
  const points: Point[] = [];
  for (const [, numbers = ''] of path.matchAll(/[MLQ]([^MLQ]*)/g)) {
    const given = numbers.trim().split(/ +/).map(Number);
    const pairs = given.flatMap((y, at) => (at % 2 === 1 ? [{ x: given[at - 1] ?? 0, y }] : []));
    const end = pairs.at(-1) ?? ORIGIN;
    const start = points.at(-1) ?? end;
    const [control = end] = pairs.length > 1 ? pairs : [between(start, end, 0.5)];
    for (let step = 1; step <= 200; step += 1) {
      const t = step / 200;
      points.push(between(between(start, control, t), between(control, end, t), t));
    }
  }
  return points;
}

function between(one: Point, other: Point, part: number): Point {
  return { x: one.x + (other.x - one.x) * part, y: one.y + (other.y - one.y) * part };
}

function crosses({ x, y, width, height }: Box, one: Point, other: Point): boolean {
  const [left, right] = [Math.min(one.x, other.x), Math.max(one.x, other.x)];
  const [top, bottom] = [Math.min(one.y, other.y), Math.max(one.y, other.y)];
  return right > x + 1 && left < x + width - 1 && bottom > y + 1 && top < y + height - 1;
}

describe('the ways of a picture', () => {
  it('have their labels on their lines', () => {
    const property = fc.property(graphs, (graph) => {
      const drawn = drawEdges(graph, layOut(graph)).map(written);
      for (const svg of drawn) {
        const [, path = ''] = /<path d="([^"]+)"/.exec(svg) ?? [];
        const [, x = '', y = ''] = /<text x="([^"]+)" y="([^"]+)"/.exec(svg) ?? [];
        const label = { x: Number(x), y: Number(y) - 3.5 };
        const away = pointsOf(path).map((at) => Math.hypot(at.x - label.x, at.y - label.y));
        expect(Math.min(...away)).toBeLessThan(3);
      }
    });
    fc.assert(property, { numRuns: 50 });
  });

  it('have labels of ways back beside all boxes', () => {
    const property = fc.property(graphs, (graph) => {
      const layout = layOut(graph);
      const drawn = drawEdges(graph, layout).map(written);
      for (const svg of drawn.filter((one) => one.includes('>back on '))) {
        const [, x = '', y = '', width = ''] =
          /<rect x="([^"]+)" y="([^"]+)" width="([^"]+)"/.exec(svg) ?? [];
        const left = { x: Number(x), y: Number(y) };
        const right = { x: left.x + Number(width), y: left.y + 15 };
        expect([...layout.boxes.values()].filter((box) => crosses(box, left, right))).toEqual([]);
      }
    });
    fc.assert(property, { numRuns: 50 });
  });

  it('lead back around all boxes', () => {
    const property = fc.property(graphs, (graph) => {
      const { boxes, width } = layOut(graph);
      for (const [number, { from, to, isRevert }] of graph.edges.entries()) {
        const ends = { from: boxes.get(from), to: boxes.get(to) };
        if (!isRevert || !ends.from || !ends.to) continue;
        const found = { from: ends.from, to: ends.to };
        const corners = backEdge(found, [...boxes.values()], { number, middle: width / 2 });
        for (const [at, corner] of corners.slice(1).entries()) {
          const before = corners[at] ?? corner;
          const crossed = [...boxes].filter(([, box]) => crosses(box, before, corner));
          expect(crossed).toEqual([]);
        }
      }
    });
    fc.assert(property, { numRuns: 50 });
  });
});
