import { Graph, layout, type LaidGraph } from './dagre.js';
import { type GraphEdge, type JobGraph } from './job-graph.js';

/** A place in the picture, in pixels from its upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle by its upper left corner. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** Where everything lies. */
export interface GraphLayout {
  readonly width: number;
  readonly height: number;
  /** Boxes of tasks, by their place. */
  readonly boxes: ReadonlyMap<number, Box>;
  /** Frames around the bodies of loops, by the place of the loop. */
  readonly frames: ReadonlyMap<number, Box>;
  /** Corners of ways, by their number; reverts have none. */
  readonly ways: ReadonlyMap<number, readonly Point[]>;
}

const BOX_WIDTH = 256;
const BOX_HEIGHT = 62;
const TERMINAL_WIDTH = 90;
const TERMINAL_HEIGHT = 34;
const GAP = { rank: 56, node: 44, margin: 24 };

/** Lays a graph out from top to bottom. Reverts lead back and do not count. */
export function layOut(graph: JobGraph): GraphLayout {
  const laid = new Graph({ multigraph: true, compound: true });
  laid.setGraph({
    rankdir: 'TB',
    ranksep: GAP.rank,
    nodesep: GAP.node,
    marginx: GAP.margin,
    marginy: GAP.margin,
    ranker: 'network-simplex',
  });
  for (const { at, kind } of graph.nodes) laid.setNode(String(at), sizeOf(kind));
  for (const { at, owner } of graph.nodes) if (owner !== null) frame(laid, at, owner, graph.nodes);
  for (const [number, edge] of graph.edges.entries())
    if (isLaid(edge, graph)) laid.setEdge(String(edge.from), String(edge.to), {}, String(number));
  layout(laid);
  return read(graph, laid);
}

function sizeOf(kind: string): { width: number; height: number } {
  return kind === ''
    ? { width: TERMINAL_WIDTH, height: TERMINAL_HEIGHT }
    : { width: BOX_WIDTH, height: BOX_HEIGHT };
}

function isLaid({ from, to, isRevert }: GraphEdge, { nodes }: JobGraph): boolean {
  return !isRevert && from !== to && nodes[from] !== undefined && nodes[to] !== undefined;
}

function read(graph: JobGraph, laid: LaidGraph): GraphLayout {
  const boxes = new Map<number, Box>();
  for (const { at } of graph.nodes) {
    const { x, y, width, height } = laid.node(String(at));
    boxes.set(at, { x: x - width / 2, y: y - height / 2, width, height });
  }
  const ways = new Map<number, readonly Point[]>();
  for (const edge of laid.edges()) {
    const { points = [] } = laid.edge(edge);
    ways.set(Number(edge.name), points);
  }
  const { width = 0, height = 0 } = laid.graph();
  return { width, height, boxes, frames: framesOf(graph, laid), ways };
}

/** Puts a task into the frame of its loop, which lies in that of the loop around it. */
function frame(laid: LaidGraph, at: number, owner: number, nodes: JobGraph['nodes']): void {
  const id = frameId(owner);
  if (!laid.hasNode(id)) {
    laid.setNode(id, { width: 0, height: 0 });
    const around = nodes[owner]?.owner ?? null;
    if (around !== null) frame(laid, owner, around, nodes);
    if (around !== null) laid.setParent(id, frameId(around));
  }
  laid.setParent(String(at), id);
}

function frameId(loop: number): string {
  return `loop-${loop}`;
}

function framesOf({ nodes }: JobGraph, laid: LaidGraph): ReadonlyMap<number, Box> {
  const frames = new Map<number, Box>();
  for (const { at } of nodes) {
    if (!laid.hasNode(frameId(at))) continue;
    const { x, y, width, height } = laid.node(frameId(at));
    frames.set(at, { x: x - width / 2, y: y - height / 2, width, height });
  }
  return frames;
}
