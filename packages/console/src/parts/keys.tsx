import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { Dialog } from './dialog.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/parts.js';

/** What a key does: one, or two after each other (`g j`). */
export interface Hotkey {
  readonly keys: string;
  readonly what: string;
  readonly act: () => void;
}

/** Longest pause between the two keys of a sequence. */
const SEQUENCE_MS = 1500;

class Hotkeys {
  readonly known = new Set<Hotkey>();
  private begun = { key: '', at: 0 };

  /** Whether the key meant something here. */
  take({ key, timeStamp }: KeyboardEvent): boolean {
    const isSecond = this.begun.key !== '' && timeStamp - this.begun.at < SEQUENCE_MS;
    const found =
      (isSecond ? this.latest(`${this.begun.key} ${key}`) : undefined) ?? this.latest(key);
    // A key that meant something by itself begins nothing: the same one can follow at once.
    this.begun = { key: found ? '' : key, at: timeStamp };
    found?.act();
    return found !== undefined;
  }

  /** The one that was added last is of the screen on top. */
  private latest(typed: string): Hotkey | undefined {
    return [...this.known].reverse().find(({ keys }) => keys === typed);
  }
}

const HotkeyContext = createContext(new Hotkeys());

/** Keys that work while the component is shown. */
export function useHotkeys(keys: readonly Hotkey[]): void {
  const { known } = useContext(HotkeyContext);
  useEffect(() => {
    keys.forEach((key) => known.add(key));
    return () => keys.forEach((key) => known.delete(key));
  });
}

/** Hears the keys of the console, but not what is typed into a field or pressed in a dialog. */
export function HotkeyProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const hotkeys = useMemo(() => new Hotkeys(), []);
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.altKey || event.ctrlKey || event.metaKey || isTyped(event.target)) return;
      if (hotkeys.take(event)) event.preventDefault();
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, [hotkeys]);
  return (
    <HotkeyContext value={hotkeys}>
      {children}
      <KeyHelp />
    </HotkeyContext>
  );
}

function isTyped(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return (
    target.matches('input:not([type=checkbox]), textarea, select') ||
    target.closest('dialog') !== null
  );
}

function KeyHelp(): ReactNode {
  const { known } = useContext(HotkeyContext);
  const [isOpen, setOpen] = useState(false);
  useHotkeys([{ keys: '?', what: texts.showTheseKeys, act: () => setOpen(true) }]);
  if (!isOpen) return null;
  return (
    <Dialog title={texts.keys} onClose={() => setOpen(false)}>
      <dl className="keys">
        {[...known].map(({ keys, what }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <div className="buttons">
        <button type="button" autoFocus onClick={() => setOpen(false)}>
          {common.close}
        </button>
      </div>
    </Dialog>
  );
}
