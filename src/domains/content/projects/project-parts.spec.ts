import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { type JsonObject } from '../../../kernel/json.js';
import { exportedPart, incomingParts } from './project-parts.js';
import { type ProjectPart } from './project.js';

const OWN = 'project1';
const part = (more: Partial<ProjectPart>): ProjectPart => ({
  component: {},
  kind: null,
  documentId: null,
  prefixed: false,
  referred: false,
  ...more,
});

describe('a component on its way in', () => {
  const WORKFLOW = { name: 'Claim', tasks: {}, transitions: {} };

  it.each<[string, JsonObject, Partial<ProjectPart>, JsonObject | undefined]>([
    [
      'is of the kind that it says, under the name of the project',
      { type: 'mopCommandTemplate', folder: '/a', reference: 'x', document: { name: 'Check' } },
      {
        component: { type: 'mopCommandTemplate', folder: '/a', reference: 'x' },
        kind: 'mop-template',
      },
      { name: `@${OWN}: Check` },
    ],
    [
      'is of the kind that its document looks like where it says none',
      { reference: 'x', document: WORKFLOW },
      { component: { reference: 'x' }, kind: 'workflow' },
      { ...WORKFLOW, name: `@${OWN}: Claim` },
    ],
    [
      'leaves the project that it was named after, and refers to its document',
      { type: 'form', reference: 'f1', document: { id: 'f1', name: '@other: Claim' } },
      {
        component: { type: 'form', reference: 'f1' },
        kind: 'form',
        prefixed: true,
        referred: true,
      },
      { id: 'f1', name: `@${OWN}: Claim` },
    ],
    [
      'has no name where its document has none',
      { type: 'form', reference: 'x', document: { name: 5 } },
      { component: { type: 'form', reference: 'x' }, kind: 'form' },
      { name: 5 },
    ],
    [
      'is kept whole where it has no document',
      { type: 'form', document: 'x' },
      { component: { type: 'form', document: 'x' } },
      undefined,
    ],
    [
      'is kept with its document where that is of no kind',
      { type: 'automation', document: { name: 'a' } },
      { component: { type: 'automation' }, kept: { name: 'a' } },
      undefined,
    ],
  ])('%s', (_, component, expected, document) => {
    expect(incomingParts({ components: [component, 'x'] }, OWN)).toEqual([
      { part: part(expected), document },
    ]);
  });

  it('is none where there is no list of them', () => {
    expect(incomingParts({ components: 'x' }, OWN)).toEqual([]);
  });
});

describe('a component on its way out', () => {
  const out = (more: Partial<ProjectPart>, name: string) =>
    exportedPart(part({ component: { reference: 'old' }, ...more }), { name }, OWN);

  it('has the name and the reference that it came with', () => {
    expect(out({ documentId: 'new', referred: true }, `@${OWN}: Claim`)).toEqual({
      reference: 'new',
      document: { name: 'Claim' },
    });
    expect(out({ documentId: 'new', prefixed: true }, `@${OWN}: Claim`)).toEqual({
      reference: 'old',
      document: { name: `@${OWN}: Claim` },
    });
    expect(out({ referred: true }, '@other: Claim')).toEqual({
      reference: 'old',
      document: { name: '@other: Claim' },
    });
  });
});
