import { type EventShown, listEvents } from '../../../client/src/client.js';
import { type ReactNode, useEffect, useState } from 'react';
import { client } from '../api.js';
import { textIn } from '../members.js';
import { Pages, TextFilter, useNarrowed } from '../parts/filters.js';
import { type Column, List } from '../parts/list.js';
import { Page, Section } from '../parts/page.js';
import { written } from '../parts/plain-text.js';
import { Failure, Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { When } from '../parts/time.js';
import { Value } from '../parts/value.js';
import { useEvents } from '../use-events.js';
import { useRead } from '../use-read.js';
import { useSession } from '../session.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/events.js';

const LIMIT = 50;
/** So many are kept of those that come in while the screen is open. */
const NEWS_MAX = 200;

type Row = Pick<EventShown, 'seq' | 'source' | 'topic' | 'time' | 'actor' | 'payload'>;

interface Choice {
  readonly source?: string;
  readonly topic?: string;
}

/** What happens, as it happens. */
export function Events(): ReactNode {
  const by = useNarrowed();
  const { may } = useSession();
  const [source, topic, skip] = [by.get('source'), by.get('topic'), Number(by.get('skip') ?? 0)];
  const choice = {
    ...(source !== undefined && { source }),
    ...(topic !== undefined && { topic }),
  };
  const query = { ...choice, limit: LIMIT, skip };
  const reading = useRead(
    'listEvents',
    [query],
    (signal) => listEvents({ client, signal, query }),
    {
      keepsBefore: true,
    },
  );
  const isLive = may('streamEvents') && skip === 0;
  const { news, error } = useNews(choice, isLive);
  const chosen = Number(by.get('event'));
  return (
    <Page title={common.events} note={isLive && error === undefined && <Status of="live" />}>
      <div className="filters">
        <TextFilter name="source" label={texts.source} isFirst by={by} />
        <TextFilter name="topic" label={common.topic} by={by} />
      </div>
      {error !== undefined && <Failure error={error} />}
      <Loaded of={reading}>
        {({ results, total }) => {
          const rows = newestFirst([...news, ...results]);
          const event = rows.find(({ seq }) => seq === chosen);
          return (
            <div className="stack">
              {event && (
                <Section
                  title={`${event.source} ${event.topic}`}
                  aside={
                    <button type="button" onClick={() => by.set('event', [])}>
                      {common.close}
                    </button>
                  }
                >
                  <Value label={texts.payload} value={event.payload} />
                </Section>
              )}
              <List
                label={common.events}
                rows={rows}
                columns={columnsOf((seq) => by.set('event', [String(seq)]))}
                idOf={({ seq }) => String(seq)}
                empty={<p>{texts.noEvents}</p>}
                foot={<Pages {...{ by, total, skip, limit: LIMIT, shown: results.length }} />}
              />
            </div>
          );
        }}
      </Loaded>
    </Page>
  );
}

function columnsOf(onChoose: (seq: number) => void): readonly Column<Row>[] {
  return [
    {
      title: common.what,
      cell: ({ seq, source, topic }) => (
        <button type="button" className="link" onClick={() => onChoose(seq)}>
          {source} {topic}
        </button>
      ),
    },
    { title: common.when, cell: ({ time }) => <When at={time} /> },
    { title: common.by, cell: ({ actor }) => actor ?? 'platform' },
    {
      title: texts.payload,
      cell: ({ payload }) => <code className="one-line">{written(JSON.stringify(payload))}</code>,
      look: 'wide',
    },
    { title: texts.number, cell: ({ seq }) => seq.toLocaleString('en'), look: 'end' },
  ];
}

function newestFirst(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [row.seq, row])).values()].toSorted((a, b) => b.seq - a.seq);
}

/** Events that come in while the screen is open. */
function useNews(
  { source, topic }: Choice,
  isWanted: boolean,
): { readonly news: readonly Row[]; readonly error: unknown } {
  const [news, setNews] = useState<readonly Row[]>([]);
  useEffect(() => setNews([]), [source, topic, isWanted]);
  const error = useEvents({ source, topic, isWanted }, ({ seq, payload, ...event }) => {
    const time = textIn(event, 'time') ?? '';
    const actor = textIn(event, 'actor') ?? null;
    const row = { seq, payload, source: event.source, topic: event.topic, time, actor };
    setNews((before) => [row, ...before].slice(0, NEWS_MAX));
  });
  return { news, error };
}
