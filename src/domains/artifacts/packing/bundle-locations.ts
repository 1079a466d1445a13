import { foldText } from '../../../kernel/folded-text.js';
import { type PackedDocument, type PackedKind } from './packed-document.js';

/** What packages call the kinds: the types of their bundles. */
const BUNDLE_TYPES: Readonly<Record<PackedKind, string>> = {
  workflow: 'workflow',
  transformation: 'transformation',
  form: 'forms',
  'json-form': 'json-forms',
  template: 'template',
  'mop-template': 'mop-template',
  'mop-analytic-template': 'mop-analytic-template',
  automation: 'automation',
};
/** What some file system or other does not take in a name. */
const UNSAFE = /[\\/:*?"<>|\p{Cc}]/gu;
/** A dot or a space at the end is lost on some of them. */
const LOST_AT_END = /[. ]+$/;
/** File systems take 255 bytes, the ending and a number included. */
const STEM_BYTES_MAX = 200;

/** The bundle type of a kind. */
export function bundleType(kind: PackedKind): string {
  return BUNDLE_TYPES[kind];
}

/**
 * Where each document lies in its package: `/bundles/workflows/Name.json`. Names that differ only in
 * what file systems do not tell apart get a number.
 */
export function bundleLocations(documents: readonly PackedDocument[]): readonly string[] {
  const taken = new Set<string>();
  return documents.map(({ kind, name }) => {
    const type = bundleType(kind);
    const folder = type.endsWith('s') ? type : `${type}s`;
    const stem = `/bundles/${folder}/${fileStem(name)}`;
    let place = stem;
    for (let nth = 2; taken.has(foldText(place)); nth += 1) place = `${stem} (${nth})`;
    taken.add(foldText(place));
    return `${place}.json`;
  });
}

function fileStem(name: string): string {
  let stem = '';
  for (const character of name.replace(UNSAFE, '_')) {
    if (Buffer.byteLength(stem + character) > STEM_BYTES_MAX) break;
    stem += character;
  }
  const kept = stem.trimStart().replace(LOST_AT_END, '');
  return kept === '' ? '_' : kept;
}
