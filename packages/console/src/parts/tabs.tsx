import { type ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';

/** Parts of an area; the address keeps which one is shown. */
export function Tabs<Name extends string>(props: {
  readonly label: string;
  /** The first one is shown when the address names none. */
  readonly tabs: Readonly<Record<Name, string>>;
  readonly chosen: Name;
}): ReactNode {
  const { label, tabs, chosen } = props;
  const [path] = useLocation();
  return (
    <nav className="tabs" aria-label={label}>
      {Object.entries<string>(tabs).map(([name, title], place) => (
        <Link
          key={name}
          href={place === 0 ? path : `${path}?show=${name}`}
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
  if (found === undefined) throw new Error('An area has at least one part');
  return found;
}
