import { PackageTable } from './package-table.js';
import { type SolvablePackage } from './problem.js';

/** The packages of a problem by name. */
export class PackageCatalogue {
  private readonly tables = new Map<string, PackageTable>();

  constructor(packages: readonly SolvablePackage[]) {
    // By name, so that the order in which they were read decides nothing.
    const sorted = packages.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    for (const solvable of sorted) {
      this.tables.set(solvable.name, new PackageTable(solvable, this.tables.size));
    }
  }

  /** A package by its name; one without versions where nothing has that name. */
  named(name: string): PackageTable {
    const known = this.tables.get(name);
    if (known) return known;
    const unknown = new PackageTable({ name, candidates: [] }, this.tables.size);
    this.tables.set(name, unknown);
    return unknown;
  }
}
