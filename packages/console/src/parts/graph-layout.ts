/** Where the nodes of a graph stand: in columns, from what begins to what ends. */
export interface Layout {
  readonly places: ReadonlyMap<string, { readonly x: number; readonly y: number }>;
  readonly columns: number;
  readonly rows: number;
}

/** Edges by the node that they leave and the one that they lead to. */
export type Edges = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Puts each node behind all that lead to it. What leads back (loops, ways to try again) moves nothing.
 */
export function layout(ids: readonly string[], edges: Edges): Layout {
  const column = columnsOf(ids, edges);
  const count = new Map<number, number>();
  const places = new Map<string, { x: number; y: number }>();
  for (const id of ids) {
    const x = column.get(id) ?? 0;
    const y = count.get(x) ?? 0;
    count.set(x, y + 1);
    places.set(id, { x, y });
  }
  return {
    places,
    columns: Math.max(0, ...count.keys()) + 1,
    rows: Math.max(0, ...count.values()),
  };
}

function columnsOf(ids: readonly string[], edges: Edges): ReadonlyMap<string, number> {
  const { order, back } = walked(ids, edges);
  const column = new Map(ids.map((id) => [id, 0]));
  for (const from of order) {
    const next = (column.get(from) ?? 0) + 1;
    for (const to of targetsOf(edges, from)) {
      if (back.has(`${from}\n${to}`)) continue;
      column.set(to, Math.max(column.get(to) ?? 0, next));
    }
  }
  return column;
}

interface Walk {
  /** Each node before all that it leads to, but for what leads back. */
  readonly order: readonly string[];
  readonly back: ReadonlySet<string>;
}

/** Depth first, without recursion: workflows of thousands of tasks in a row are walked as well. */
function walked(ids: readonly string[], edges: Edges): Walk {
  const known = new Set(ids);
  const state = new Map<string, 'open' | 'done'>();
  const back = new Set<string>();
  const done: string[] = [];
  for (const root of ids) {
    if (state.has(root)) continue;
    const stack = [{ id: root, left: targetsOf(edges, root) }];
    state.set(root, 'open');
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const to = top.left.pop();
      if (to === undefined) {
        state.set(top.id, 'done');
        done.push(top.id);
        stack.pop();
      } else if (state.get(to) === 'open') {
        back.add(`${top.id}\n${to}`);
      } else if (known.has(to) && !state.has(to)) {
        state.set(to, 'open');
        stack.push({ id: to, left: targetsOf(edges, to) });
      }
    }
  }
  return { order: done.reverse(), back };
}

function targetsOf(edges: Edges, id: string): string[] {
  return Object.keys(edges[id] ?? {});
}
