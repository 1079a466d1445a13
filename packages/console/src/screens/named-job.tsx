import { type ReactNode } from 'react';
import { written } from '../parts/plain-text.js';

/** A job in a list: its workflow, and what tells it from other jobs of the same one. */
export function NamedJob(props: {
  readonly name: string;
  readonly description: string | undefined;
}): ReactNode {
  const { name, description = '' } = props;
  return (
    <>
      {written(name)}{' '}
      {description !== '' && <small className="one-line subtitle">{written(description)}</small>}
    </>
  );
}
