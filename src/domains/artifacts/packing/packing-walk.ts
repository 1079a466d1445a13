import {
  kindInWords,
  type PackageMember,
  type PackedDocument,
  type PackingWarning,
} from './packed-document.js';
import { type UnresolvedReference, unresolvedReferences } from './unresolved-references.js';

/** Whether what chosen documents refer to comes along. */
export const INCLUDES = ['references', 'none'] as const;
export type Include = (typeof INCLUDES)[number];

interface OpenReference extends UnresolvedReference {
  readonly by: PackedDocument;
}

/**
 * Finds the documents of a package by following references, round by round: `wanted` says what to look
 * for, `take` is told what was found. It ends, because no document is walked through twice.
 */
export class PackingWalk {
  readonly #members = new Map<string, PackageMember>();
  readonly #warnings: PackingWarning[] = [];
  readonly #parents = new Map<string, PackedDocument[]>();
  #open: readonly OpenReference[];

  constructor(
    chosen: readonly PackedDocument[],
    private readonly include: Include,
  ) {
    for (const document of chosen) {
      this.#members.set(keyOf(document), { ...document, isChosen: true });
    }
    this.#open = openIn([...this.#members.values()]);
  }

  /** The documents in the order of their first reference, the chosen ones first. */
  get members(): readonly PackageMember[] {
    return [...this.#members.values()];
  }

  get warnings(): readonly PackingWarning[] {
    return this.#warnings;
  }

  /** The documents that refer to a member, each once for each reference. */
  parentsOf(member: PackageMember): readonly PackedDocument[] {
    return this.#parents.get(keyOf(member)) ?? [];
  }

  /** What to look for next; nothing when the package is complete. */
  get wanted(): readonly UnresolvedReference[] {
    return this.#open;
  }

  /** @param found what each of the wanted references means; undefined where it means nothing here. */
  take(found: readonly (PackedDocument | undefined)[]): void {
    const added: PackageMember[] = [];
    for (const [at, reference] of this.#open.entries()) {
      const document = found[at];
      if (document) this.#refer(document, reference.by);
      if (!document) this.#warn(reference, 'which is not here');
      else if (this.#members.has(keyOf(document))) continue;
      else if (this.include === 'none') this.#warn(reference, 'which is not in the package');
      else {
        const member = { ...document, isChosen: false };
        this.#members.set(keyOf(document), member);
        added.push(member);
      }
    }
    this.#open = openIn(added);
  }

  #refer(document: PackedDocument, by: PackedDocument): void {
    const parents = this.#parents.get(keyOf(document)) ?? [];
    this.#parents.set(keyOf(document), [...parents, by]);
  }

  #warn({ by, kinds, to }: OpenReference, why: string): void {
    const what = kinds.map(kindInWords).join(' or ');
    const message = `Refers to ${what} '${to}', ${why}`;
    this.#warnings.push({ kind: by.kind, name: by.name, message });
  }
}

function openIn(documents: readonly PackedDocument[]): readonly OpenReference[] {
  return documents.flatMap((by) =>
    unresolvedReferences(by).map((reference) => ({ ...reference, by })),
  );
}

function keyOf({ kind, id }: PackedDocument): string {
  return `${kind} ${id}`;
}
