import { type ReactNode } from 'react';
import { written } from './plain-text.js';

/** A text of somebody else in a cell: cut where there is no more room, on a phone as a whole. */
export function OneLine({ text }: { readonly text: string | null | undefined }): ReactNode {
  return <span className="one-line">{written(text ?? '')}</span>;
}
