import { Injectable } from '@nestjs/common';
import { invalidInput, notFound } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { dependenciesFirst } from './package-world.js';
import { type InstalledNode, PackagesRepository } from '../stored/packages.repository.js';
import { type ResolutionProblem, type ResolvedPackage } from './resolution.js';

/** What is removed, and what stands in the way. */
export interface Removals {
  /** Dependents first. */
  readonly packages: readonly ResolvedPackage[];
  readonly problems: readonly ResolutionProblem[];
}

/** A request to remove. */
export interface RemovalRequest {
  /** Names or `_id`s. */
  readonly remove: readonly string[];
  /** Take dependents along. */
  readonly force: boolean;
  /** Folded names of what is installed at the same time: it is judged anew. */
  readonly installed: ReadonlySet<string>;
}

/** Finds out what removing packages takes. */
@Injectable()
export class RemovalsService {
  constructor(private readonly packages: PackagesRepository) {}

  /** @throws AppError `not-found` for a package that is not installed; `invalid-input` for two requests. */
  async plan({ remove, force, installed }: RemovalRequest): Promise<Removals> {
    if (remove.length === 0) return { packages: [], problems: [] };
    const asked = await this.findAsked(remove);
    assertNotInstalled(asked, installed);
    const nodes = new Map(asked.map((node) => [node.nameFolded, node]));
    let dependents = await this.dependentsOf(nodes, installed);
    const problems = force ? [] : refusals(asked, dependents);
    while (force && dependents.length > 0) {
      dependents.forEach((node) => nodes.set(node.nameFolded, node));
      dependents = await this.dependentsOf(nodes, installed);
    }
    return { packages: toResolved(nodes, new Set(asked)), problems };
  }

  private async findAsked(remove: readonly string[]): Promise<readonly InstalledNode[]> {
    const found = await this.packages.findNodes([
      ...remove,
      ...remove.map((name) => foldText(name)),
    ]);
    const asked = remove.map((name) => {
      const node =
        found.find(({ _id }) => _id === name) ??
        found.find(({ nameFolded }) => nameFolded === foldText(name));
      if (!node) throw notFound('Package', name);
      return node;
    });
    return [...new Set(asked)];
  }

  /** Those that need one of the nodes and are none of them, by name. */
  private async dependentsOf(
    nodes: ReadonlyMap<string, InstalledNode>,
    installed: ReadonlySet<string>,
  ): Promise<readonly InstalledNode[]> {
    const found = await this.packages.findDependents([...nodes.keys()]);
    return found
      .filter(({ nameFolded }) => !nodes.has(nameFolded) && !installed.has(nameFolded))
      .sort((a, b) => (a.nameFolded < b.nameFolded ? -1 : 1));
  }
}

function assertNotInstalled(asked: readonly InstalledNode[], installed: ReadonlySet<string>): void {
  const both = asked.find(({ nameFolded }) => installed.has(nameFolded));
  if (!both) return;
  const detail = `'${both.name}' is to be installed by the same request`;
  throw invalidInput([{ pointer: '#/remove', detail }]);
}

function refusals(
  asked: readonly InstalledNode[],
  dependents: readonly InstalledNode[],
): readonly ResolutionProblem[] {
  return asked.flatMap(({ name, nameFolded }): ResolutionProblem[] => {
    const others = dependents.filter(({ dependencies }) => dependencies.includes(nameFolded));
    if (others.length === 0) return [];
    const names = others.map((other) => `'${other.name}'`).join(', ');
    return [
      {
        code: 'has-dependents',
        detail: `Package '${name}' is needed by ${names}`,
        reasons: others.map((other) => `'${other.name}' ${other.version} requires '${name}'.`),
      },
    ];
  });
}

function toResolved(
  nodes: ReadonlyMap<string, InstalledNode>,
  asked: ReadonlySet<InstalledNode>,
): readonly ResolvedPackage[] {
  const order = dependenciesFirst(
    [...nodes.values()].map(({ nameFolded, dependencies }) => ({
      nameFolded,
      needs: dependencies,
    })),
  );
  return order.toReversed().flatMap((name): ResolvedPackage[] => {
    const node = nodes.get(name);
    if (!node) return [];
    const { _id: id, nameFolded, version, revision } = node;
    return [
      {
        name: node.name,
        nameFolded,
        action: 'remove',
        from: version,
        to: null,
        source: null,
        installed: { id, revision, version },
        isAsked: asked.has(node),
        requiredBy: [],
      },
    ];
  });
}
