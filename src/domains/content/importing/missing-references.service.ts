import { Injectable } from '@nestjs/common';
import { type Renamings } from '../../../platform/packaged/references.js';
import { type ContentKindName } from '../records/content-kinds.js';
import { ContentLookupService } from '../records/content-lookup.service.js';
import { type ImportItem, type ImportOutcome } from './import-outcome.js';
import { documentReferences, type DocumentReference } from '../../../kernel/document-references.js';
import { namesMeant } from '../../../kernel/project-names.js';

/** What messages call the kinds in the middle of a sentence. */
const LABELS: Readonly<Record<ContentKindName, string>> = {
  workflow: 'workflow',
  transformation: 'transformation',
  form: 'form',
  'json-form': 'JSON form',
  template: 'template',
  'mop-template': 'command template',
  'mop-analytic-template': 'analytic template',
};
const WARNINGS_MAX = 20;
const AT_ONCE = 1000;

interface Wanted extends DocumentReference {
  /** The names under which it may be found. */
  readonly names: readonly string[];
}

/** Finds what imported documents refer to and nobody has. */
@Injectable()
export class MissingReferencesService {
  constructor(private readonly lookup: ContentLookupService) {}

  /** The outcomes with a warning for each reference that leads nowhere; items are those of the outcomes. */
  async warned(
    items: readonly ImportItem[],
    outcomes: readonly ImportOutcome[],
    renamings: Renamings,
  ): Promise<readonly ImportOutcome[]> {
    const wanted = outcomes.map((outcome, at) => {
      const item = items[at];
      return outcome.success && item ? wantedBy(item, outcome.name, renamings) : [];
    });
    const present = await this.presentOf(wanted.flat());
    return outcomes.map((outcome, at) => {
      const missing = (wanted[at] ?? []).filter((one) => !isPresent(one, present));
      if (missing.length === 0) return outcome;
      const warnings = [...outcome.warnings, ...missing.map(told)];
      return { ...outcome, warnings: warnings.slice(0, WARNINGS_MAX) };
    });
  }

  /** The places, by kind and name or id, at which there is a document. */
  private async presentOf(wanted: readonly Wanted[]): Promise<ReadonlySet<string>> {
    const present = new Set<string>();
    for (const [type, texts] of textsByType(wanted)) {
      for (const some of chunks([...texts], AT_ONCE)) {
        const references = some.map((text) => ({ id: text, name: text }));
        const found = await this.lookup.findAll(type, references);
        some.filter((_, at) => found[at]).forEach((text) => present.add(place(type, text)));
      }
    }
    return present;
  }
}

function textsByType(wanted: readonly Wanted[]): ReadonlyMap<ContentKindName, ReadonlySet<string>> {
  const byType = new Map<ContentKindName, Set<string>>();
  for (const { types, to, names } of wanted) {
    for (const type of types) {
      const texts = byType.get(type) ?? new Set();
      for (const text of [to, ...names]) texts.add(text);
      byType.set(type, texts);
    }
  }
  return byType;
}

function wantedBy({ document }: ImportItem, name: string, renamings: Renamings): readonly Wanted[] {
  return documentReferences(renamings.rewrite(document)).map((reference) => ({
    ...reference,
    names: namesMeant(reference.to, name),
  }));
}

function isPresent({ types, to, names }: Wanted, present: ReadonlySet<string>): boolean {
  return types.some((type) => [to, ...names].some((text) => present.has(place(type, text))));
}

function told({ types, to }: Wanted): string {
  const labels = types.map((type) => LABELS[type]);
  return `Refers to ${labels.join(' or ')} '${to}', which is not here`;
}

function place(type: string, text: string): string {
  return `${type} ${text}`;
}

function* chunks<T>(items: readonly T[], size: number): Iterable<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
