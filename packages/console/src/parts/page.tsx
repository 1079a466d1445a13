import { type ReactNode, useEffect } from 'react';
import { written } from './plain-text.js';
import * as texts from '../texts/parts.js';

/** A screen: its title (of the window as well), what can be done with all of it, and its content. */
export function Page(props: {
  readonly title: string;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const { note, actions, children } = props;
  const title = written(props.title);
  useEffect(() => {
    document.title = texts.documentTitle(title);
  }, [title]);
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{title}</h1>
          {note !== undefined && <div className="note">{note}</div>}
        </div>
        {actions !== undefined && <div className="buttons">{actions}</div>}
      </div>
      {children}
    </>
  );
}

/** A part of a screen under a heading. */
export function Section(props: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section>
      <div className="section-head">
        <h2>{props.title}</h2>
        {props.aside}
      </div>
      {props.children}
    </section>
  );
}
