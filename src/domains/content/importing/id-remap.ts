import { type Renaming } from '../../../platform/packaged/references.js';
import { ownIdOf } from '../records/content-documents.service.js';
import { CONTENT_KINDS } from '../kinds/content-kinds.js';
import { type ImportItem } from './import-outcome.js';
import { type DocumentType } from '../detection/document-type.js';

/** Which documents of a batch have another id here than they came with. */
export class IdRemap {
  readonly renamings: Renaming[] = [];
  readonly #settled = new Set<string>();

  /** Of several that came with one id, references mean the first. */
  note({ type, document }: ImportItem, id: string): void {
    const from = ownIdOf(document);
    if (from === undefined) return;
    const collection = collectionOf(type);
    const key = `${collection} ${from}`;
    if (this.#settled.has(key)) return;
    this.#settled.add(key);
    if (from !== id) this.renamings.push({ collection, from, to: id });
  }
}

function collectionOf(type: DocumentType): string {
  return type === 'automation' ? 'automations' : CONTENT_KINDS[type].collection;
}
