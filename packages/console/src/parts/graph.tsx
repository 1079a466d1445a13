import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { type Edges, layout } from './graph-layout.js';

const WIDTH = 188;
const HEIGHT = 44;
const GAP_X = 44;
const GAP_Y = 18;
const PAD = 12;
/** Larger graphs say nothing on a screen: lists do. */
const NODES_MAX = 400;
const TITLE_CHARS = 23;
/** A graph that is wider than its place is drawn smaller, down to this; beyond that it is scrolled. */
const SCALE_MIN = 0.75;

/** A task as it is drawn. */
export interface GraphNode {
  readonly id: string;
  readonly title: string;
  /** Where it stands; empty for a workflow, which is not run. */
  readonly status: string;
}

interface GraphProps {
  readonly label: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: Edges;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Tasks and what leads from one to another, in the colours of where each stands. */
export function Graph(props: GraphProps): ReactNode {
  const { length } = props.nodes;
  return length > NODES_MAX || length === 0 ? null : <DrawnGraph {...props} />;
}

function DrawnGraph(props: GraphProps): ReactNode {
  const { label, nodes, edges, chosen, onChoose } = props;
  const names = nodes
    .map(({ id }) => id)
    .sort()
    .join('\n');
  const { places, columns, rows } = useMemo(() => layout(names.split('\n'), edges), [names, edges]);
  const width = PAD * 2 + columns * (WIDTH + GAP_X) - GAP_X;
  const height = PAD * 2 + rows * (HEIGHT + GAP_Y) - GAP_Y;
  const at = (id: string): Place | undefined => {
    const place = places.get(id);
    return place && { x: PAD + place.x * (WIDTH + GAP_X), y: PAD + place.y * (HEIGHT + GAP_Y) };
  };
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => showChosen(box.current), [chosen, names]);
  return (
    <div ref={box} className="graph" tabIndex={0} role="region" aria-label={label}>
      <svg
        width={width}
        style={{ minWidth: width * SCALE_MIN }}
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label={label}
      >
        {Object.entries(edges).flatMap(([from, targets]) =>
          Object.entries(targets).map(([to, edge]) => (
            <Edge key={`${from} ${to}`} from={at(from)} to={at(to)} edge={edge} />
          )),
        )}
        {nodes.map((node) => (
          <Node
            key={node.id}
            node={node}
            place={at(node.id) ?? { x: 0, y: 0 }}
            isChosen={node.id === chosen}
            onChoose={() => onChoose(node.id)}
          />
        ))}
      </svg>
    </div>
  );
}

/** Scrolls the graph, and nothing else, to the chosen task. */
function showChosen(box: HTMLElement | null): void {
  const node = box?.querySelector('[aria-pressed=true]');
  if (!box || !node) return;
  const [place, shown] = [node.getBoundingClientRect(), box.getBoundingClientRect()];
  const isSeen =
    place.left >= shown.left &&
    place.right <= shown.right &&
    place.top >= shown.top &&
    place.bottom <= shown.bottom;
  if (isSeen) return;
  box.scrollLeft += place.left - shown.left - (shown.width - place.width) / 2;
  box.scrollTop += place.top - shown.top - (shown.height - place.height) / 2;
}

function Edge(props: {
  readonly from: Place | undefined;
  readonly to: Place | undefined;
  readonly edge: unknown;
}): ReactNode {
  const { from, to, edge } = props;
  if (from === undefined || to === undefined) return null;
  const [x1, y1] = [from.x + WIDTH, from.y + HEIGHT / 2];
  const [x2, y2] = [to.x, to.y + HEIGHT / 2];
  const bend = Math.max(GAP_X / 2, Math.abs(x2 - x1) / 2);
  const { state = '' } = edge as { readonly state?: string };
  const className = state === 'error' || state === 'failure' ? 'edge bad' : 'edge';
  const way = `M${x1},${y1} C${x1 + bend},${y1} ${x2 - bend},${y2} ${x2},${y2}`;
  return <path className={className} d={way} />;
}

function Node(props: {
  readonly node: GraphNode;
  readonly place: Place;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}): ReactNode {
  const { node, place, isChosen, onChoose } = props;
  const { title, status } = node;
  const hear = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onChoose();
  };
  return (
    <g
      className={`node ${status}`}
      transform={`translate(${place.x} ${place.y})`}
      tabIndex={0}
      role="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      onKeyDown={hear}
    >
      <rect width={WIDTH} height={HEIGHT} rx={6} />
      <text x={12} y={status === '' ? 26 : 18} className="node-title">
        {title.length > TITLE_CHARS ? `${title.slice(0, TITLE_CHARS - 1)}…` : title}
      </text>
      <text x={12} y={34}>
        {status}
      </text>
    </g>
  );
}
