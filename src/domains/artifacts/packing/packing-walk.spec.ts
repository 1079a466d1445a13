import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type PackedDocument, type PackedKind } from './packed-document.js';
import { type Include, PackingWalk } from './packing-walk.js';

const packed = (kind: PackedKind, name: string, document: object = {}): PackedDocument => ({
  kind,
  id: `${kind}-${name}`,
  name,
  document: { name, ...document },
});
const task = (name: string, incoming: object) => ({ name, variables: { incoming } });
const child = (workflow: string) => task('childJob', { workflow });

/** Walks over a world in which documents are found by name or id. */
function walked(
  world: readonly PackedDocument[],
  chosen: readonly PackedDocument[],
  include: Include = 'references',
): PackingWalk {
  const walk = new PackingWalk(chosen, include);
  while (walk.wanted.length > 0) {
    walk.take(
      walk.wanted.map(({ kinds, texts }) =>
        world.find(
          ({ kind, name, id }) =>
            (kinds as readonly PackedKind[]).includes(kind) &&
            (texts.includes(name) || texts.includes(id)),
        ),
      ),
    );
  }
  return walk;
}

const namesOf = ({ members }: PackingWalk) => members.map(({ kind, name }) => `${kind} ${name}`);

describe('PackingWalk', () => {
  const parent = packed('workflow', 'Parent', {
    tasks: {
      a: child('Child'),
      b: task('transformation', { tr_id: 'transformation-Shape' }),
      c: task('RunCommandTemplate', { template: 'Checks' }),
      d: task('renderJinjaTemplate', { name: 'Text' }),
      e: task('ShowJsonForm', { form_id: 'Ask' }),
      f: task('runAnalyticsTemplate', { analytic_template_name: 'Compare' }),
      g: task('childJob', { workflow: '$var.job.which', transformation: 'Loop' }),
    },
  });
  const world = [
    parent,
    packed('workflow', 'Child', { tasks: { a: child('Parent'), b: child('Grandchild') } }),
    packed('workflow', 'Grandchild'),
    packed('transformation', 'Shape'),
    packed('transformation', 'Loop'),
    packed('mop-template', 'Checks'),
    packed('mop-analytic-template', 'Compare'),
    packed('template', 'Text'),
    packed('json-form', 'Ask'),
    packed('transformation', 'Query'),
    packed('workflow', 'Nobody refers to it'),
  ];
  const automation = packed('automation', 'Start', {
    componentName: 'Parent',
    componentType: 'workflows',
    triggers: [
      { type: 'manual', formId: 'Ask' },
      { type: 'endpoint', jst: 'Query' },
    ],
  });

  it('takes along what is referred to, in the order of the first reference', () => {
    const walk = walked(world, [automation]);
    expect(namesOf(walk)).toEqual([
      'automation Start',
      'workflow Parent',
      'json-form Ask',
      'transformation Query',
      'workflow Child',
      'transformation Shape',
      'mop-template Checks',
      'template Text',
      'mop-analytic-template Compare',
      'transformation Loop',
      'workflow Grandchild',
    ]);
    expect(walk.members.filter(({ isChosen }) => isChosen).map(({ name }) => name)).toEqual([
      'Start',
    ]);
    expect(walk.warnings).toEqual([]);
  });

  it('names what leads nowhere', () => {
    const { members, warnings } = walked([], [parent]);
    expect(members).toHaveLength(1);
    expect(warnings.map(({ message }) => message)).toContain(
      "Refers to form or JSON form 'Ask', which is not here",
    );
    expect(warnings).toHaveLength(7);
  });

  it('takes nothing along that was not asked for, and names what is left behind', () => {
    const walk = walked(world, [automation, parent], 'none');
    expect(namesOf(walk)).toEqual(['automation Start', 'workflow Parent']);
    expect(walk.warnings).toContainEqual({
      kind: 'workflow',
      name: 'Parent',
      message: "Refers to workflow 'Child', which is not in the package",
    });
  });

  it('finds documents of the same project, and a component by its id here', () => {
    const inProject = packed('workflow', '@p1: Outer', { tasks: { a: child('Inner') } });
    const inner = packed('workflow', '@p1: Inner');
    const starter = packed('automation', 'A', {
      componentName: 'Renamed since',
      componentId: inProject.id,
    });
    expect(namesOf(walked([inProject, inner], [starter]))).toEqual([
      'automation A',
      'workflow @p1: Outer',
      'workflow @p1: Inner',
    ]);
  });

  it('has a document once, though it was chosen twice', () => {
    expect(namesOf(walked(world, [parent, parent], 'none'))).toEqual(['workflow Parent']);
  });

  it('ends in every graph with all that can be reached, each once', () => {
    const names = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    fc.assert(
      fc.property(fc.dictionary(names, fc.array(names)), names, (graph, first) => {
        const all = Object.entries(graph).map(([name, children]) =>
          packed('workflow', name, { tasks: children.map(child) }),
        );
        const start = all.find(({ name }) => name === first);
        if (!start) return;
        const reached = new Set([first]);
        for (const name of reached) {
          for (const next of graph[name] ?? []) if (Object.hasOwn(graph, next)) reached.add(next);
        }
        const found = walked(all, [start]).members.map(({ name }) => name);
        expect(found.toSorted()).toEqual([...reached].toSorted());
      }),
    );
  });
});
