import { type ReactNode, useEffect, useId, useRef } from 'react';
import * as texts from '../texts/parts.js';

/** A dialog of the browser: it holds the focus, Escape closes it, and the focus goes back to where it was. */
export function Dialog(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}): ReactNode {
  const { title, onClose, children, className } = props;
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    box.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={box}
      className={className}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

/** Asks before something is done that is not easily undone. */
export function Confirm(props: {
  readonly title: string;
  readonly verb: string;
  readonly isDanger?: boolean | undefined;
  readonly onYes: () => void;
  readonly onNo: () => void;
  readonly children?: ReactNode;
}): ReactNode {
  const { title, verb, isDanger = false, onYes, onNo, children } = props;
  return (
    <Dialog title={title} onClose={onNo}>
      {children}
      <div className="buttons">
        <button type="button" autoFocus className={isDanger ? 'danger' : 'primary'} onClick={onYes}>
          {verb}
        </button>
        <button type="button" onClick={onNo}>
          {texts.leaveIt}
        </button>
      </div>
    </Dialog>
  );
}
