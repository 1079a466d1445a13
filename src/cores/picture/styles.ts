import { type GraphEdge, type Look } from './job-graph.js';

/** How a look is drawn: by colour, and by a sign for who sees none. */
export interface Style {
  readonly fill: string;
  readonly stroke: string;
  readonly sign: string;
  readonly dash?: string;
}

/** Texts are dark on light: 7:1 at least against each of these. */
export const STYLES: Readonly<Record<Look, Style>> = {
  pending: { fill: '#ffffff', stroke: '#8a94a0', sign: '○' },
  ready: { fill: '#eef6ff', stroke: '#2f6fb5', sign: '▷' },
  running: { fill: '#d9ebff', stroke: '#1f5fa8', sign: '▶' },
  waiting: { fill: '#fff6d6', stroke: '#9a7400', sign: '…' },
  manual: { fill: '#f0e6ff', stroke: '#6a3fb0', sign: '?' },
  success: { fill: '#e0f5e4', stroke: '#237a3b', sign: '✓' },
  failure: { fill: '#ffe9d2', stroke: '#b25a00', sign: '!' },
  error: { fill: '#ffdfdf', stroke: '#b3261e', sign: '✗' },
  canceled: { fill: '#e9e9ec', stroke: '#5a5f66', sign: '■' },
  dead: { fill: '#f6f7f8', stroke: '#b4bbc3', sign: '–', dash: '4 3' },
  terminal: { fill: '#2b3440', stroke: '#2b3440', sign: '' },
};

/** How ways are drawn. */
export interface EdgeStyle {
  readonly stroke: string;
  readonly dash?: string;
  /** What is written beside it; empty for what goes without saying. */
  readonly label: string;
}

const WAYS: Readonly<Record<GraphEdge['state'], EdgeStyle>> = {
  success: { stroke: '#237a3b', label: '' },
  failure: { stroke: '#b25a00', dash: '7 4', label: 'failure' },
  error: { stroke: '#b3261e', dash: '2 3', label: 'error' },
  loop: { stroke: '#1f5fa8', dash: '10 3 2 3', label: 'each element' },
};

/** How a way is drawn; one that leads back has a colour of its own. */
export function edgeStyle({ state, isRevert }: Pick<GraphEdge, 'state' | 'isRevert'>): EdgeStyle {
  if (!isRevert) return WAYS[state];
  return { stroke: '#6a3fb0', dash: '5 3', label: `back on ${state}` };
}

export const INK = '#1c2530';
export const PALE_INK = '#4a5561';
export const FONT = 'Segoe UI, Helvetica, Arial, DejaVu Sans, sans-serif';
