import { getJobValue } from '../../../client/src/client.js';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { Loaded } from '../parts/state.js';
import { Value, ValueText } from '../parts/value.js';
import { useSession } from '../session.js';
import { longValuesIn } from './job-view.js';

/** Longer values of a job are asked for in parts. */
export const VALUE_BYTES = 256 * 1024;

/** Whose values they are: of a run of a task, or of the job. */
export interface ValueOwner {
  readonly job: string;
  readonly task?: string;
  readonly side?: 'incoming' | 'outgoing';
  readonly run?: number;
}

/** Values by their names: short ones together, each long one by itself. */
export function JobValues(props: {
  readonly label: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly of: ValueOwner;
}): ReactNode {
  const { label, values, of } = props;
  const { short, long } = longValuesIn(values);
  return (
    <>
      <Value label={label} value={short} />
      {long.map(({ name, bytes }) => (
        <LongValue key={name} label={`${label}: ${name}`} name={name} bytes={bytes} of={of} />
      ))}
    </>
  );
}

/** A value as far as somebody has read it; the rest stays on the platform. */
function LongValue(props: {
  readonly label: string;
  readonly name: string;
  readonly bytes: number;
  readonly of: ValueOwner;
}): ReactNode {
  const { label, name, bytes } = props;
  const { job, ...place } = props.of;
  const { may, user } = useSession();
  const isAllowed = may('getJobValue');
  const path = { id: job };
  const query = { name, ...place };
  const parts = useInfiniteQuery({
    queryKey: ['getJobValue', user.id, job, query],
    queryFn: ({ signal, pageParam: offset }) =>
      getJobValue({ client, signal, path, query: { ...query, offset, limit: VALUE_BYTES } }),
    initialPageParam: 0,
    getNextPageParam: (last, _parts, offset) =>
      last.length < VALUE_BYTES ? undefined : offset + last.length,
    select: ({ pages }) => pages.join(''),
    enabled: isAllowed,
  });
  const href = client.buildUrl({ url: '/operations-manager/jobs/{id}/value', path, query });
  return (
    <Loaded of={{ operation: 'getJobValue', isAllowed, query: parts }}>
      {(text) => (
        <ValueText
          label={label}
          text={text}
          isJson={/^[[{]/.test(text)}
          rest={{
            bytes: parts.hasNextPage ? Math.max(1, bytes - text.length) : 0,
            onMore: () => !parts.isFetching && void parts.fetchNextPage(),
            href,
          }}
        />
      )}
    </Loaded>
  );
}
