import { type ReactNode } from 'react';

/** A list, and what is chosen of it: beside it where there is room, below it elsewhere. */
export function ListDetail(props: {
  readonly filters: ReactNode;
  readonly list: ReactNode;
  /** Nothing, where nothing is chosen. */
  readonly detail?: ReactNode;
}): ReactNode {
  const { filters, list, detail } = props;
  return (
    <>
      <div className="filters">{filters}</div>
      <div className="list-detail">
        <div>{list}</div>
        {detail && <div className="stack">{detail}</div>}
      </div>
    </>
  );
}
