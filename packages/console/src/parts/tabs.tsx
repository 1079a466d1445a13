import { type ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import * as texts from '../texts/parts.js';

/** Parts of an area; the address keeps which one is shown. */
export function Tabs<Name extends string>(props: {
  readonly label: string;
  /** The first one is shown when the address names none. */
  readonly tabs: Readonly<Record<Name, string>>;
  readonly chosen: Name;
  /** A parameter of the address that is the same for all parts. */
  readonly keeps?: string;
}): ReactNode {
  const { label, tabs, chosen, keeps } = props;
  const [path] = useLocation();
  const [params] = useSearchParams();
  const kept = keeps === undefined ? null : params.get(keeps);
  const hrefOf = (name: string, place: number): string => {
    const query = new URLSearchParams({
      ...(place > 0 && { show: name }),
      ...(keeps !== undefined && kept !== null && { [keeps]: kept }),
    });
    return query.size === 0 ? path : `${path}?${query.toString()}`;
  };
  return (
    <nav className="tabs" aria-label={label}>
      {Object.entries<string>(tabs).map(([name, title], place) => (
        <Link
          key={name}
          href={hrefOf(name, place)}
          aria-current={name === chosen ? 'page' : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}

/** The part that the address names. */
export function useTab<Name extends string>(tabs: Readonly<Record<Name, string>>): Name {
  const [params] = useSearchParams();
  const names = Object.keys(tabs) as Name[];
  const [first] = names;
  const wanted = params.get('show');
  const found = names.find((name) => name === wanted) ?? first;
  if (found === undefined) throw new Error(texts.areaIsEmpty);
  return found;
}
