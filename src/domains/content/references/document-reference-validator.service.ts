import { Injectable } from '@nestjs/common';
import { type PlacedReference, placedReferences } from '../../../kernel/document-references.js';
import { foldText } from '../../../kernel/folded-text.js';
import { namesMeant, readProjectName } from '../../../kernel/project-names.js';
import { type ContentKindName } from '../kinds/content-kinds.js';
import { ContentLookupService, type FoundContent } from '../records/content-lookup.service.js';
import { didYouMean } from '../../../cores/workflow-graph/nearest-name.js';
import {
  type BatchDocument,
  type BrokenReference,
  type ReferenceFault,
  REFERENCES_MAX,
  type Referrer,
} from './broken-reference.js';
import { CONTENT_LABELS } from './content-labels.js';
import { missingInputs, transformationUsesOf, unknownNames } from './transformation-uses.js';

const AT_ONCE = 1000;
/** Looking for the nearest name costs a look at the database: nobody mends more at once. */
const SUGGESTIONS_MAX = 10;
/** What cannot run, and what is said of it. */
const DRAFTS: Readonly<Partial<Record<ContentKindName, ReferenceFault>>> = {
  transformation: 'transformation-draft',
  workflow: 'child-draft',
};
const UNCHECKED: BrokenReference = {
  code: 'references-unchecked',
  path: [],
  what: `more than ${REFERENCES_MAX} documents, of which only the first ${REFERENCES_MAX} were looked for`,
};
/** Ids of documents are like no name. */
const ID = /^[0-9a-f-]{24,36}$/;

interface Wanted extends PlacedReference {
  /** The names under which it may be found. */
  readonly names: readonly string[];
}

/** What is known of a document that is looked for. */
type Found = Pick<FoundContent, 'name' | 'draft' | 'keys'>;
type Present = ReadonlyMap<string, Found>;

/** Judges what documents refer to: whether it is there, and can run. */
@Injectable()
export class DocumentReferenceValidatorService {
  constructor(private readonly lookup: ContentLookupService) {}

  /** What each of the documents refers to in vain, in their order; two queries for each kind. */
  async validate(
    referrers: readonly Referrer[],
    along: readonly BatchDocument[],
  ): Promise<readonly (readonly BrokenReference[])[]> {
    const wanted = referrers.map(wantedBy);
    const looked = wanted.flatMap((all) => all.slice(0, REFERENCES_MAX));
    const present = await this.presentOf(looked, presentWith(along));
    const missing = looked.filter((one) => !foundFor(one, present));
    const suggestions = await this.suggestionsFor(missing.slice(0, SUGGESTIONS_MAX));
    return wanted.map((all, at) => [
      ...all
        .slice(0, REFERENCES_MAX)
        .flatMap((one) => brokenOf(one, foundFor(one, present), suggestions.get(one) ?? '')),
      ...(referrers[at] ? misusesIn(referrers[at], present) : []),
      ...(all.length > REFERENCES_MAX ? [UNCHECKED] : []),
    ]);
  }

  /** The documents that there are, by kind and the id or name that leads to them. */
  private async presentOf(wanted: readonly Wanted[], along: Present): Promise<Present> {
    const present = new Map<string, Found>();
    for (const [type, texts] of textsByType(wanted)) {
      for (const some of chunks([...texts], AT_ONCE)) {
        const references = some.map((text) => ({ id: text, name: text }));
        const found = await this.lookup.findAll(type, references);
        some.forEach((text, at) => {
          const one = along.get(place(type, text)) ?? along.get(folded(type, text)) ?? found[at];
          if (one && leadsTo(type, text, one)) present.set(place(type, text), one);
        });
      }
    }
    return present;
  }

  private async suggestionsFor(missing: readonly Wanted[]): Promise<ReadonlyMap<Wanted, string>> {
    const found = await Promise.all(missing.map((one) => this.suggestionFor(one)));
    return new Map(missing.map((one, at) => [one, found[at] ?? '']));
  }

  private async suggestionFor({ types, to, names }: Wanted): Promise<string> {
    if (ID.test(to)) return '';
    const asked = types.flatMap((type) => names.map((name) => ({ type, name })));
    const around = await Promise.all(
      asked.map(({ type, name }) => this.lookup.namesAround(type, name)),
    );
    const bare = around.flat().map((name) => readProjectName(name).name);
    return didYouMean(readProjectName(to).name, new Set(bare));
  }
}

/** Children of jobs are found by exactly their name; everything else by id, or by name in any case. */
function leadsTo(type: ContentKindName, text: string, found: Found): boolean {
  return type !== 'workflow' || found.name === text;
}

function foundFor({ types, to, names }: Omit<Wanted, 'path'>, present: Present): Found | undefined {
  const places = types.flatMap((type) => [to, ...names].map((text) => place(type, text)));
  return places.map((one) => present.get(one)).find((found) => found !== undefined);
}

function brokenOf(
  { types, to, path }: Wanted,
  found: Found | undefined,
  suggestion: string,
): readonly BrokenReference[] {
  const what = `${types.map((type) => CONTENT_LABELS[type]).join(' or ')} '${to}'`;
  if (!found) {
    return [{ code: 'document-missing', path, what: `${what}, which is not here${suggestion}` }];
  }
  const draft = types.map((type) => DRAFTS[type]).find((code) => code !== undefined);
  if (!found.draft || !draft) return [];
  return [{ code: draft, path, what: `${what}, which has faults and cannot run` }];
}

/** Inputs and outputs by which tasks call transformations that have others, and inputs that are not given. */
function misusesIn({ document, name }: Referrer, present: Present): readonly BrokenReference[] {
  return transformationUsesOf(document).flatMap((use) => {
    const names = namesMeant(use.to, name);
    const found = foundFor({ types: ['transformation'], to: use.to, names }, present);
    if (!found || found.draft) return [];
    return [...unknownNames(use, found.keys), ...missingInputs(use, found.keys)];
  });
}

function wantedBy({ document, name }: Referrer): readonly Wanted[] {
  return placedReferences(document).map((reference) => ({
    ...reference,
    names: namesMeant(reference.to, name),
  }));
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

/** Documents that come along, by their ids and by their folded names. */
function presentWith(along: readonly BatchDocument[]): Present {
  return new Map(
    along.flatMap((one) => [
      [place(one.type, one.id), one] as const,
      [folded(one.type, one.name), one] as const,
    ]),
  );
}

function folded(type: string, name: string): string {
  return `folded ${place(type, foldText(name))}`;
}

function place(type: string, text: string): string {
  return `${type} ${text}`;
}

function* chunks<T>(items: readonly T[], size: number): Iterable<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
