import { type ReactNode } from 'react';
import { requestOf, sentenceOf } from '../api.js';
import { type Reading } from '../use-read.js';
import { useRefusal } from '../permissions.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/parts.js';

/** What is shown in place of content: that it is loading, empty, forbidden or has failed. */
export function State(props: {
  readonly kind: 'loading' | 'empty' | 'forbidden' | 'failed';
  readonly title: string;
  readonly children?: ReactNode;
}): ReactNode {
  const { kind, title, children } = props;
  return (
    <div className={`state ${kind}`} role={kind === 'failed' ? 'alert' : 'status'}>
      <p className="state-title">{title}</p>
      {children}
    </div>
  );
}

/** A failure in words, with what helps to find it in the log, and a way to try again. */
export function Failure(props: {
  readonly error: unknown;
  readonly onAgain?: (() => void) | undefined;
}): ReactNode {
  const request = requestOf(props.error);
  return (
    <State kind="failed" title={sentenceOf(props.error)}>
      {request !== undefined && <p className="soft">{texts.requestId(request)}</p>}
      {props.onAgain && (
        <button type="button" onClick={props.onAgain}>
          {texts.tryAgain}
        </button>
      )}
    </State>
  );
}

function Forbidden({ operation }: { readonly operation: string }): ReactNode {
  return (
    <State kind="forbidden" title={common.youMayNotSeeThis}>
      <p>{useRefusal(operation)}</p>
    </State>
  );
}

/** The content that an answer makes, or why there is none yet. An old answer stays beside a failure. */
export function Loaded<T>(props: {
  readonly of: Pick<Reading<T>, 'operation' | 'isAllowed'> & {
    readonly query: Pick<Reading<T>['query'], 'data' | 'error'> & {
      readonly refetch: () => unknown;
    };
  };
  readonly children: (answer: T) => ReactNode;
}): ReactNode {
  const { operation, isAllowed, query } = props.of;
  if (!isAllowed) return <Forbidden operation={operation} />;
  const again = (): void => void query.refetch();
  return (
    <>
      {query.error !== null && <Failure error={query.error} onAgain={again} />}
      {query.data === undefined
        ? query.error === null && <State kind="loading" title={common.loading} />
        : props.children(query.data)}
    </>
  );
}
