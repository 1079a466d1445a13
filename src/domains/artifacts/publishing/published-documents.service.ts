import { Injectable } from '@nestjs/common';
import { foldText } from '../../../kernel/folded-text.js';
import { type Principal } from '../../../kernel/principal.js';
import { PackagedDocuments } from '../../../platform/packaged/packaged-documents.js';
import { type PackedDocument, type PackedKind } from '../packing/packed-document.js';
import { collectionOf, withId } from '../stored/bundle-collections.js';
import {
  type DocumentHead,
  PublishedDocumentsRepository,
} from './published-documents.repository.js';

/** Ids and names of one document, the likeliest first, and the kinds that it may be of. */
export interface DocumentRequest {
  readonly kinds: readonly PackedKind[];
  readonly texts: readonly string[];
}

/** A document that was found and not yet read. */
interface Place {
  readonly kind: PackedKind;
  readonly head: DocumentHead;
}

type Heads = ReadonlyMap<string, DocumentHead>;

/** Finds documents for packages, those alone that the caller may see. */
@Injectable()
export class PublishedDocumentsService {
  constructor(
    private readonly documents: PublishedDocumentsRepository,
    private readonly packaged: PackagedDocuments,
  ) {}

  /**
   * The documents that are requested, in that order; undefined where there is none, or none that the
   * caller may see. Two queries for each kind, and one for each document.
   */
  async findAll(
    requests: readonly DocumentRequest[],
    principal: Principal,
  ): Promise<readonly (PackedDocument | undefined)[]> {
    const heads = await this.headsOf(requests);
    const read = new Map<string, PackedDocument | undefined>();
    const found: (PackedDocument | undefined)[] = [];
    for (const request of requests) {
      const place = placeOf(request, heads);
      const key = place && `${place.kind} ${place.head._id}`;
      if (key !== undefined && !read.has(key)) read.set(key, await this.read(place, principal));
      found.push(key === undefined ? undefined : read.get(key));
    }
    return found;
  }

  private async headsOf(
    requests: readonly DocumentRequest[],
  ): Promise<ReadonlyMap<PackedKind, Heads>> {
    const heads = new Map<PackedKind, Heads>();
    for (const kind of new Set(requests.flatMap(({ kinds }) => kinds))) {
      const texts = requests.flatMap((request) =>
        request.kinds.includes(kind) ? request.texts : [],
      );
      const found = await this.documents.findHeads(collectionOf(kind), [...new Set(texts)]);
      const byText = new Map<string, DocumentHead>();
      for (const head of found) byText.set(nameKey(head.nameFolded), head);
      for (const head of found) byText.set(idKey(head._id), head);
      heads.set(kind, byText);
    }
    return heads;
  }

  private async read(
    place: Place | undefined,
    principal: Principal,
  ): Promise<PackedDocument | undefined> {
    if (!place) return undefined;
    const { kind, head } = place;
    const collection = collectionOf(kind);
    const { _id: id, name } = head;
    const document = await this.documents.findDocument(collection, id);
    if (!document) return undefined;
    const published = await this.packaged.published(collection, { id, document }, principal);
    return published ? { kind, id, name, document: withId(collection, published, id) } : undefined;
  }
}

/** An id counts before a name, and an earlier text before a later one. */
function placeOf(
  { kinds, texts }: DocumentRequest,
  heads: ReadonlyMap<PackedKind, Heads>,
): Place | undefined {
  const keys = texts.flatMap((text) => [idKey(text), nameKey(foldText(text))]);
  for (const key of keys) {
    for (const kind of kinds) {
      const head = heads.get(kind)?.get(key);
      if (head) return { kind, head };
    }
  }
  return undefined;
}

function idKey(id: string): string {
  return `id ${id}`;
}

function nameKey(nameFolded: string): string {
  return `name ${nameFolded}`;
}
