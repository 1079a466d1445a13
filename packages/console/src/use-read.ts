import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useSession } from './session.js';

/** An answer of the platform on its way: the state of it, and the operation that answers. */
export interface Reading<T> {
  readonly operation: string;
  readonly isAllowed: boolean;
  readonly query: UseQueryResult<T>;
}

interface ReadOptions {
  /** In how many milliseconds it is asked again: fixed, or by the number of answers so far; never when absent. */
  readonly everyMs?: number | ((answers: number) => number) | undefined;
  /** Shows the answer to the question before while the next one is under way: pages of a list. */
  readonly keepsBefore?: boolean | undefined;
  readonly isWanted?: boolean | undefined;
}

/** Asks an operation, unless the caller would be refused: then nothing is sent. */
export function useRead<T>(
  operation: string,
  about: readonly unknown[],
  read: (signal: AbortSignal) => Promise<T>,
  options: ReadOptions = {},
): Reading<T> {
  const { everyMs, keepsBefore = false, isWanted = true } = options;
  const { may, user } = useSession();
  const isAllowed = may(operation);
  const query = useQuery<T>({
    queryKey: [operation, user.id, ...about],
    queryFn: ({ signal }) => read(signal),
    enabled: isAllowed && isWanted,
    ...(everyMs !== undefined && {
      refetchInterval: ({ state }) =>
        typeof everyMs === 'number'
          ? everyMs
          : everyMs(state.dataUpdateCount + state.errorUpdateCount),
    }),
    ...(keepsBefore && { placeholderData: keepPreviousData }),
  });
  return { operation, isAllowed, query };
}
