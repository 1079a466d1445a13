import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog.js';
import * as texts from '../texts/parts.js';

/** A secret that the platform answers once: whoever closes this has kept it, or makes another one. */
export function ShownOnce(props: {
  readonly title: string;
  readonly note: string;
  readonly secret: string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}): ReactNode {
  const { title, note, secret, onClose, children } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{texts.shownOnce(note)}</p>
      <Copied label={title} text={secret} />
      {children}
      <div className="buttons">
        <button type="button" className="primary" autoFocus onClick={onClose}>
          {texts.iHaveKeptIt}
        </button>
      </div>
    </Dialog>
  );
}

/** A text to copy: a secret, a line for the shell. */
export function Copied(props: { readonly label: string; readonly text: string }): ReactNode {
  const { label, text } = props;
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="copied">
      <pre tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
      <button
        type="button"
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {isCopied ? texts.copied : texts.copy}
      </button>
    </div>
  );
}
