import * as dagre from '@dagrejs/dagre';

/** What is read of a laid out task or frame: its middle, and its size. */
export interface LaidNode {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** As much of the graph of the layout library as is used. Its own types lead to files that a module cannot name. */
export interface LaidGraph {
  setGraph(label: Readonly<Record<string, string | number>>): void;
  graph(): { readonly width?: number; readonly height?: number };
  setNode(id: string, label: { readonly width: number; readonly height: number }): void;
  hasNode(id: string): boolean;
  node(id: string): LaidNode;
  setParent(id: string, parent: string): void;
  setEdge(from: string, to: string, label: object, name: string): void;
  edges(): readonly { readonly name?: string }[];
  edge(edge: object): { readonly points?: readonly { readonly x: number; readonly y: number }[] };
}

interface Library {
  readonly Graph: new (options: { multigraph: boolean; compound: boolean }) => LaidGraph;
  readonly layout: (graph: LaidGraph) => void;
}

export const { Graph, layout } = dagre as unknown as Library;
