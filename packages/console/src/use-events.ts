import { useEffect, useEffectEvent, useState } from 'react';
import { type EventNews, followEvents } from '../../client/src/client.js';
import { client, noteFailure } from './api.js';
import { useSession } from './session.js';

/** Which events are heard of. */
interface Choice {
  readonly source?: string | undefined;
  readonly topic?: string | undefined;
  readonly isWanted?: boolean;
}

/**
 * Hears of events while the component is shown, by one stream that goes on at another node; why it does not, when it
 * has failed. Who may not follow events hears of none.
 */
export function useEvents(choice: Choice, hear: (event: EventNews) => void): unknown {
  const { source, topic, isWanted = true } = choice;
  const { may } = useSession();
  const [error, setError] = useState<unknown>();
  const isFollowed = isWanted && may('streamEvents') && may('listEvents');
  const onEvent = useEffectEvent(hear);
  useEffect(() => {
    setError(undefined);
    if (!isFollowed) return;
    const end = new AbortController();
    const follow = async (): Promise<void> => {
      const wanted = { ...(source && { source }), ...(topic && { topic }) };
      for await (const event of followEvents(client, wanted, { signal: end.signal })) {
        onEvent(event);
      }
    };
    follow().catch((failure: unknown) => {
      if (end.signal.aborted) return;
      noteFailure(failure);
      setError(failure);
    });
    return () => {
      end.abort();
    };
  }, [source, topic, isFollowed]);
  return error;
}
