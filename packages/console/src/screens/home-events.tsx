import { listEvents, searchEvents } from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { When } from '../parts/time.js';
import { REFRESH_MS } from '../refresh-interval.js';
import { useRead } from '../use-read.js';
import { HomeList } from './home-list.js';
import { placeOf, sentenceOf, type Sentences, sentencesOf } from './event-view.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/home.js';

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
      title={texts.whatHappenedLast}
      of={reading}
      rowsOf={({ results }) => results}
      idOf={({ _id }) => _id}
      linkOf={placeOf}
      columns={[
        { title: common.what, cell: (event) => sentenceOf(event, sentences), look: 'wide' },
        { title: common.by, cell: ({ actor }) => actor ?? 'platform' },
        { title: common.when, cell: ({ time }) => <When at={time} /> },
      ]}
      empty={texts.nothingYet}
    />
  );
}
