import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { drawJob } from './draw-job.js';
import { layOut } from './graph-layout.js';
import { canBeLaidOut } from './layout-cost.js';
import {
  type GraphEdge,
  type GraphNode,
  type JobGraph,
  type Look,
  LOOK_WORDS,
} from './job-graph.js';

const LOOKS = Object.keys(LOOK_WORDS) as Look[];

function node(at: number, more: Partial<GraphNode> = {}): GraphNode {
  const base = { at, id: at.toString(16), title: `Task ${at}`, kind: 'evaluation' };
  return { ...base, look: 'pending', words: 'not reached yet', owner: null, ...more };
}

function edge(from: number, to: number, more: Partial<GraphEdge> = {}): GraphEdge {
  return { from, to, state: 'success', isRevert: false, isTaken: false, ...more };
}

function graph(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): JobGraph {
  return { name: 'A workflow', status: 'running', nodes, edges };
}

function drawn(of: JobGraph): string {
  return drawJob(of, canBeLaidOut(of) ? layOut(of) : null);
}

/** What an SVG is made of: everything else would have to be a fault in escaping. */
const ELEMENTS = new Set([
  'svg',
  'title',
  'rect',
  'text',
  'defs',
  'marker',
  'path',
  'g',
  'circle',
  'line',
]);
function elementsOf(svg: string): readonly string[] {
  return [...svg.matchAll(/<([^\s/>]+)/g)].map(([, name = '']) => name);
}

describe('the picture of a job', () => {
  it('says of each task what it is and where it stands, by words and by a sign', () => {
    const done = node(1, { title: 'Get the device', look: 'error', words: 'error · 3 runs' });
    const svg = drawn(graph([node(0), done], [edge(0, 1)]));
    for (const text of [
      'Get the device',
      'evaluation',
      'error · 3 runs',
      '✗',
      'not reached yet',
      '○',
    ])
      expect(svg).toContain(`>${text}<`);
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 \d+ \d+"/);
  });

  it('draws ways by their state, and those that lead back', () => {
    const edges = [
      edge(0, 1, { state: 'failure' }),
      edge(0, 2, { state: 'loop' }),
      edge(2, 0, { isRevert: true }),
    ];
    const svg = drawn(graph([node(0), node(1), node(2, { owner: 0 })], edges));
    for (const text of ['failure', 'each element', 'back on success', 'Loop of Task 0'])
      expect(svg).toContain(`>${text}<`);
  });

  it('escapes whatever documents say, and holds nothing that runs', () => {
    const evil = `"><script>alert(1)</script><a href='javascript:1'>&\u0000]]>`;
    const svg = drawn({
      ...graph([node(0, { title: evil, kind: evil, id: evil, words: evil })], []),
      name: evil,
    });
    expect(elementsOf(svg).filter((name) => !ELEMENTS.has(name))).toEqual([]);
    const tags = [...svg.matchAll(/<[^>]*>/g)].join('');
    expect(tags).not.toMatch(/\son\w+=|href=|style=|\u0000/);
  });

  it('is well formed for every graph', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 40 });
    const nodes = fc.array(fc.tuple(texts, fc.constantFrom(...LOOKS), fc.boolean()), {
      minLength: 1,
      maxLength: 12,
    });
    const states = fc.constantFrom('success', 'failure', 'error', 'loop');
    const edges = fc.array(fc.tuple(fc.nat(11), fc.nat(11), states, fc.boolean()), {
      maxLength: 20,
    });
    const property = fc.property(nodes, edges, (titles, ways) => {
      const shown = titles.map(([title, look, hasKind], at) =>
        node(at, { title, look, kind: hasKind ? title : '' }),
      );
      const within = ways.filter(([from, to]) => from < shown.length && to < shown.length);
      const svg = drawn(
        graph(
          shown,
          within.map(([from, to, state, isRevert]) => edge(from, to, { state, isRevert })),
        ),
      );
      expect(elementsOf(svg).filter((name) => !ELEMENTS.has(name))).toEqual([]);
      expect(svg.match(/<(?!\/)[^>]*[^/]>/g)?.length).toBe(svg.match(/<\//g)?.length);
      expect(svg).not.toContain('NaN');
      expect(svg).not.toContain('Infinity');
    });
    fc.assert(property, { numRuns: 40 });
  });

  it('is one of numbers for a workflow that is too large, with the tasks that matter now', () => {
    const count = 10_000;
    const nodes = Array.from({ length: count }, (_, at) =>
      node(at, at === 77 ? { look: 'error', title: 'Broken' } : {}),
    );
    const svg = drawn(
      graph(
        nodes,
        nodes.slice(1).map(({ at }) => edge(at - 1, at)),
      ),
    );
    expect(svg).toContain('>9999<');
    expect(svg).toContain('Broken');
    expect(svg.length).toBeLessThan(20_000);
  });
  it('lays out what is small, and neither what is long nor what is tangled', () => {
    const nodes = Array.from({ length: 120 }, (_, at) => node(at));
    const chain = nodes.slice(1).map(({ at }) => edge(at - 1, at));
    const tangle = nodes.slice(9).flatMap(({ at }) => [1, 5, 9].map((less) => edge(at - less, at)));
    expect(canBeLaidOut(graph(nodes, chain))).toBe(true);
    expect(canBeLaidOut(graph(nodes, tangle))).toBe(false);
    expect(canBeLaidOut(graph(nodes.slice(0, 2), [edge(0, 1), edge(1, 0)]))).toBe(true);
  });

  it('counts tasks without start and end, also in numbers', () => {
    const terminal = { kind: '', title: 'Start' };
    const small = graph([node(0, terminal), node(1), node(2, terminal)], [edge(0, 1), edge(1, 2)]);
    expect(drawn(small)).toContain('job running · 1 tasks');
    const large = Array.from({ length: 2000 }, (_, at) => node(at, at < 2 ? terminal : {}));
    expect(drawJob(graph(large, []), null)).toContain('>1998<');
  });

  it('cuts names in their middle, and tells the whole', () => {
    const title = 'Deploy the configuration to all devices of site A';
    const svg = drawn(graph([node(0, { title }), node(1, { owner: 0 })], [edge(0, 1)]));
    expect(svg).toContain('>Deploy the co…ces of site A<');
    expect(svg).toContain('>Loop of Deploy the conf…ices of site A<');
    expect(svg).toContain(`<title>${title} (evaluation, 0): not reached yet</title>`);
    expect(svg).toContain(`<title>Loop of ${title}</title>`);
    expect(svg).not.toContain('back (revert)');
    const summary = drawJob(graph([node(0, { title: title + title, look: 'error' })], []), null);
    expect(summary).toContain(`<title>${title}${title}</title>`);
  });

  it('keeps what follows a loop out of its frame', () => {
    const loop = [node(0), node(1), node(2, { owner: 1 }), node(3, { owner: 2 }), node(4)];
    const ways = [
      edge(0, 1),
      edge(1, 2, { state: 'loop' }),
      edge(2, 3, { state: 'loop' }),
      edge(1, 4),
    ];
    const { boxes, frames } = layOut(graph(loop, ways));
    const [outer, inner, after] = [frames.get(1), frames.get(2), boxes.get(4)];
    if (!outer || !inner || !after) throw new Error('something was not laid out');
    expect(
      after.x + after.width < outer.x ||
        after.x > outer.x + outer.width ||
        after.y > outer.y + outer.height,
    ).toBe(true);
    expect(inner.y).toBeGreaterThanOrEqual(outer.y);
  });
});
