import { type ReactNode } from 'react';
import { written } from './plain-text.js';
import * as texts from '../texts/parts.js';

/** What is known of one object, member by member; members without a value are left out. */
export function Facts(props: { readonly of: Readonly<Record<string, ReactNode>> }): ReactNode {
  return (
    <dl className="facts">
      {Object.entries(props.of)
        .filter(
          ([, value]) => value !== undefined && value !== null && value !== false && value !== '',
        )
        .map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{typeof value === 'string' ? written(value) : value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Names in one line: `a, b`, or what is said when there are none. */
export function namesText(names: readonly string[], none = texts.none): string {
  return names.length === 0 ? none : names.join(', ');
}
