import { type ConfigurationNode } from './configuration-tree.js';

/**
 * Where a new line stands: behind the last one that begins with the same word, else at the end. Devices
 * have an order of their own; this one moves no line that is there.
 */
export function insertionPoint(command: string, nodes: readonly ConfigurationNode[]): number {
  const [first] = command.split(' ');
  const alike = nodes.findLastIndex((node) => node.command?.split(' ')[0] === first);
  if (alike !== -1) return behindFillers(nodes, alike + 1, nodes[alike]?.children.length ?? 0);
  const last = nodes.findLastIndex((node) => node.command !== undefined);
  return last === -1
    ? endOf(nodes)
    : behindFillers(nodes, last + 1, nodes[last]?.children.length ?? 0);
}

/** Behind what marks the end of a section; a plain line has no such mark. */
function behindFillers(
  nodes: readonly ConfigurationNode[],
  from: number,
  childCount: number,
): number {
  if (childCount === 0) return from;
  let place = from;
  while (/^(?:!|exit\S*)$/.test(fillerAt(nodes, place) ?? '')) place += 1;
  return place;
}

function fillerAt(nodes: readonly ConfigurationNode[], at: number): string | undefined {
  const node = nodes[at];
  return node?.command === undefined ? node?.raw.trim() : undefined;
}

/** Before the end of the text: `end` and empty lines. */
function endOf(nodes: readonly ConfigurationNode[]): number {
  let place = nodes.length;
  while (/^(?:end)?$/.test(fillerAt(nodes, place - 1) ?? '-')) place -= 1;
  return place;
}
