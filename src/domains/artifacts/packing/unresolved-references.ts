import {
  componentKind,
  documentReferences,
  type ReferredType,
} from '../../../kernel/document-references.js';
import { objectOf, textOf } from '../../../kernel/json-reading.js';
import { namesMeant } from '../../../kernel/project-names.js';
import { type PackedDocument } from './packed-document.js';

/** A reference that is still to be followed. */
export interface UnresolvedReference {
  /** The kinds that it may mean. */
  readonly kinds: readonly ReferredType[];
  /** As the document writes it. */
  readonly to: string;
  /** The ids and names under which what it means may be found, the likeliest first. */
  readonly texts: readonly string[];
}

/** What a document refers to by a literal, in the order of its members, each once. */
export function unresolvedReferences(packed: PackedDocument): readonly UnresolvedReference[] {
  const references = documentReferences(packed.document).map(({ types, to }) => ({
    kinds: types,
    to,
    texts: namesMeant(to, packed.name),
  }));
  return packed.kind === 'automation' ? [...component(packed), ...references] : references;
}

/** What an automation starts: by the id that it has here, else by its name. */
function component({ name, document }: PackedDocument): readonly UnresolvedReference[] {
  const given = objectOf(document);
  const kind = componentKind(textOf(given['componentType']));
  const id = textOf(given['componentId']);
  const componentName = textOf(given['componentName']);
  const texts = [id, ...namesMeant(componentName, name)].filter((text) => text !== '');
  if (!kind || texts.length === 0) return [];
  return [{ kinds: [kind], to: componentName === '' ? id : componentName, texts }];
}
