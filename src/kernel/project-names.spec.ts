import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { nameInProject, namesMeant, readProjectName } from './project-names.js';

describe('names in projects', () => {
  it('are taken apart', () => {
    expect(readProjectName('@66d0: Claim: now')).toEqual({ projectId: '66d0', name: 'Claim: now' });
    for (const name of ['Claim', '@acme', '@a b: c', '@a: ', ': x']) {
      expect(readProjectName(name)).toEqual({ projectId: undefined, name });
    }
  });

  it('are made once, whatever the project was before', () => {
    const id = fc.stringMatching(/^[0-9a-f]{4,24}$/);
    fc.assert(
      fc.property(id, id, fc.string({ minLength: 1 }), (project, other, text) => {
        const name = `x${text}`;
        const once = nameInProject(project, name);
        expect(readProjectName(once)).toEqual({ projectId: project, name });
        expect(nameInProject(other, once)).toBe(nameInProject(other, name));
      }),
    );
  });

  it('are looked for as written, in the project of who refers to them, and without project', () => {
    expect(namesMeant('Child', '@p: Parent')).toEqual(['@p: Child', 'Child']);
    expect(namesMeant('@q: Child', '@p: Parent')).toEqual(['@q: Child', '@p: Child', 'Child']);
    expect(namesMeant('@q: Child', 'Parent')).toEqual(['@q: Child', 'Child']);
    expect(namesMeant('Child', 'Parent')).toEqual(['Child']);
  });
});
