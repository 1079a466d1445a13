import { legendFor } from './draw-legend.js';
import { drawBoxes, drawFrames, text } from './draw-nodes.js';
import { arrowHeads, drawEdges } from './draw-edges.js';
import { drawSummary } from './draw-summary.js';
import { type GraphLayout } from './graph-layout.js';
import { type JobGraph, tasksOf } from './job-graph.js';
import { FONT, PALE_INK, edgeStyle } from './styles.js';
import { element, shortenedWithin, type Svg, written } from './svg.js';

const HEAD = 56;
const WIDTH_MIN = 520;
/** Room for bows on both sides. */
const BOWS = 200;

/**
 * A picture of a workflow with where a job stands in it: SVG without scripts and without styles.
 * @param layout of the graph; null for one that is too large to be laid out, which is drawn in numbers.
 */
export function drawJob(graph: JobGraph, layout: GraphLayout | null): string {
  if (!layout) return written(picture(graph, drawSummary(graph)));
  const reverts = graph.edges.some(({ isRevert }) => isRevert);
  const width = Math.max(WIDTH_MIN, layout.width + (reverts ? BOWS : 0));
  const legend = legendFor(graph, width);
  const body = element(
    'g',
    { transform: `translate(${Math.round((width - layout.width) / 2)} ${HEAD})` },
    ...drawFrames(graph, layout),
    ...drawEdges(graph, layout),
    ...drawBoxes(graph, layout),
  );
  const heads = arrowHeads(graph.edges.map((edge) => edgeStyle(edge).stroke));
  const content = [heads, body, ...legend.svg(HEAD + layout.height)];
  return written(picture(graph, { width, height: HEAD + layout.height + legend.height, content }));
}

/** What a picture holds, and how large it is. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly content: readonly Svg[];
}

function picture(graph: JobGraph, { width, height, content }: Drawing): Svg {
  const [w, h] = [Math.ceil(width), Math.ceil(height)];
  const { name, status } = graph;
  const head = `job ${status} · ${tasksOf(graph).length} tasks`;
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: w,
      height: h,
      viewBox: `0 0 ${w} ${h}`,
      role: 'img',
      'font-family': FONT,
    },
    element('title', {}, `${name}: ${head}`),
    element('rect', { width: w, height: h, fill: '#ffffff' }),
    text(shortenedWithin(name, Math.floor(w / 9)), { x: 24, y: 28 }, { size: 16, weight: 'bold' }),
    text(head, { x: 24, y: 46 }, { size: 12, fill: PALE_INK }),
    ...content,
  );
}
