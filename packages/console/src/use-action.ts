import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { noteFailure } from './api.js';
import { useNotice } from './parts/notices.js';

/** A change that is being sent, and what went wrong with it last. */
export interface RunningAction {
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Sends it; says `done` when it has worked, and reads everything that is shown again. Whether it worked. */
  readonly run: <Answer>(
    work: () => Promise<Answer>,
    done: string | ((answer: Answer) => string),
  ) => Promise<boolean>;
}

/** Reads everything that is shown again: after a change nothing that was read before may still be so. */
export function useRefresh(): () => void {
  const queries = useQueryClient();
  return useCallback(
    () => void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'whoami' }),
    [queries],
  );
}

/** For buttons and dialogs that change something. */
export function useAction(): RunningAction {
  const refresh = useRefresh();
  const say = useNotice();
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({
    isBusy: false,
    error: undefined,
  });
  const run = useCallback(
    async <Answer>(work: () => Promise<Answer>, done: string | ((answer: Answer) => string)) => {
      setState({ isBusy: true, error: undefined });
      let said = '';
      const error = await failureOf(async () => {
        const answer = await work();
        said = typeof done === 'string' ? done : done(answer);
      });
      setState({ isBusy: false, error });
      refresh();
      if (error !== undefined) return false;
      say(said);
      return true;
    },
    [refresh, say],
  );
  return { ...state, run };
}

async function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    noteFailure(error);
    return error;
  }
}
