import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { NAVIGATION } from '../navigation.js';
import { useSession } from '../session.js';
import { chosenTheme, showTheme, THEMES, type Theme } from '../theme.js';
import { useHotkeys } from './keys.js';
import { Palette } from './palette.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/parts.js';

/** What is around every screen: where one is, where one can go, and who one is. */
export function Frame({ children }: { readonly children: ReactNode }): ReactNode {
  const [path, go] = useLocation();
  const [isOpen, setOpen] = useState(false);
  const [isFinding, setFinding] = useState(false);
  useHotkeys([
    { keys: 'Control+k', what: texts.findScreenObjectOperation, act: () => undefined },
    ...NAVIGATION.map(({ key, title, path: to }) => ({
      keys: `g ${key}`,
      what: texts.goTo(title),
      act: () => go(to),
    })),
  ]);
  usePaletteKey(() => setFinding(true));
  useEffect(() => setOpen(false), [path]);
  return (
    <>
      <a className="skip" href="#content">
        {texts.skipToContent}
      </a>
      <header className="top">
        <button
          type="button"
          className="menu"
          aria-expanded={isOpen}
          aria-controls="places"
          onClick={() => setOpen(!isOpen)}
        >
          {texts.menu}
        </button>
        <Link href="/" className="mark">
          {common.netadmin}
        </Link>
        <button type="button" className="find" onClick={() => setFinding(true)}>
          {texts.findOrGoToEllipsis} <kbd aria-hidden="true">{texts.ctrlK}</kbd>
        </button>
        <Person />
      </header>
      <Places isOpen={isOpen} path={path} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      {isFinding && <Palette onClose={() => setFinding(false)} />}
    </>
  );
}

/** Works in fields as well, and not twice. */
function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (document.querySelector('dialog[open]') === null) open();
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  });
}

function Places({ isOpen, path }: { readonly isOpen: boolean; readonly path: string }): ReactNode {
  const { may } = useSession();
  const isHere = (to: string): boolean => path === to || (to !== '/' && path.startsWith(`${to}/`));
  return (
    <nav id="places" aria-label={texts.screens} className={isOpen ? 'open' : undefined}>
      <ul>
        {NAVIGATION.map(({ path: to, title, operation, key }) => (
          <li key={to}>
            <Link
              href={to}
              aria-current={isHere(to) ? 'page' : undefined}
              className={operation === undefined || may(operation) ? undefined : 'soft'}
            >
              {title}
              <kbd aria-hidden="true">g {key}</kbd>
            </Link>
          </li>
        ))}
      </ul>
      <p className="soft">
        <a href="/docs">{texts.apiAndDocumentation}</a>
        <br />
        {texts.press} <kbd>?</kbd> {texts.forKeys}
      </p>
      <Colours />
    </nav>
  );
}

function Person(): ReactNode {
  const { user, signOut } = useSession();
  return (
    <div className="person">
      <Link
        href="/access?show=mine"
        className="name"
        title={user.groups.map(({ name }) => name).join(', ')}
      >
        {user.username}
      </Link>
      <button type="button" onClick={() => void signOut()}>
        {texts.signOut}
      </button>
    </div>
  );
}

function Colours(): ReactNode {
  const [theme, setTheme] = useState<Theme>(chosenTheme);
  return (
    <label className="colours">
      {texts.colours}
      <select
        value={theme}
        onChange={({ target }) => {
          const chosen = THEMES.find((one) => one === target.value) ?? 'system';
          setTheme(chosen);
          showTheme(chosen);
        }}
      >
        {THEMES.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  );
}
