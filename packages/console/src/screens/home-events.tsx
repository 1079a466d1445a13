import { listEvents, searchEvents } from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { When } from '../parts/time.js';
import { REFRESH_MS } from '../refresh-interval.js';
import { useRead } from '../use-read.js';
import { HomeList } from './home-list.js';
import { placeOf, sentenceOf, type Sentences, sentencesOf } from './event-view.js';

const SHOWN = 8;
/** More than the platform declares of its own. */
const DECLARED_MAX = 500;

/** What the platform says of each kind of event that it declares. */
function useSentences(): Sentences {
  const reading = useRead('searchEvents', ['declared'], (signal) =>
    searchEvents({ client, signal, query: { queryParameters: { limit: DECLARED_MAX } } }),
  );
  return sentencesOf(reading.query.data?.result.list ?? []);
}

/** What happened last, in sentences, each leading to what it is about. */
export function LastEvents(): ReactNode {
  const sentences = useSentences();
  const reading = useRead(
    'listEvents',
    ['home'],
    (signal) => listEvents({ client, signal, query: { limit: SHOWN } }),
    { everyMs: REFRESH_MS },
  );
  return (
    <HomeList
      title="What happened last"
      of={reading}
      rowsOf={({ results }) => results}
      idOf={({ _id }) => _id}
      linkOf={placeOf}
      columns={[
        { title: 'What', cell: (event) => sentenceOf(event, sentences), look: 'wide' },
        { title: 'By', cell: ({ actor }) => actor ?? 'platform' },
        { title: 'When', cell: ({ time }) => <When at={time} /> },
      ]}
      empty="Nothing yet."
    />
  );
}
