/** A package with what it depends on. */
interface OrderedNode {
  readonly nameFolded: string;
  readonly needs: readonly string[];
}

interface Visit {
  readonly node: OrderedNode;
  readonly rest: string[];
}

/**
 * Names with dependencies before those that need them; where packages need each other in a circle,
 * the first by name comes last. Without recursion: chains may be long.
 */
export function dependenciesFirst(nodes: readonly OrderedNode[]): readonly string[] {
  const byName = new Map(nodes.map((node) => [node.nameFolded, node]));
  const seen = new Set<string>();
  const done: string[] = [];
  for (const name of [...byName.keys()].sort()) {
    const open: Visit[] = [];
    enter(name, { byName, seen, open });
    for (let visit = open.at(-1); visit; visit = open.at(-1)) {
      const next = visit.rest.pop();
      if (next !== undefined) {
        enter(next, { byName, seen, open });
        continue;
      }
      done.push(visit.node.nameFolded);
      open.pop();
    }
  }
  return done;
}

function enter(
  name: string,
  walk: {
    readonly byName: ReadonlyMap<string, OrderedNode>;
    readonly seen: Set<string>;
    readonly open: Visit[];
  },
): void {
  const node = walk.byName.get(name);
  if (!node || walk.seen.has(name)) return;
  walk.seen.add(name);
  walk.open.push({ node, rest: node.needs.toSorted().reverse() });
}
