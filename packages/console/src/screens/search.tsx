import {
  type BackupMatchShown,
  searchBackupTexts,
  type SearchBackupTextsAnswer,
} from '../../../client/src/client.js';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'wouter';
import { client } from '../api.js';
import { Form } from '../parts/form.js';
import { type Field } from '../parts/form-fields.js';
import { Page, Section } from '../parts/page.js';
import { written } from '../parts/plain-text.js';
import { State } from '../parts/state.js';
import { When } from '../parts/time.js';
import { pathOf } from '../navigation.js';
import { useRefusal } from '../permissions.js';

const FIELDS: readonly Field[] = [
  { name: 'pattern', label: 'Lines with', kind: 'text', isRequired: true },
  {
    ...{ name: 'scope', label: 'In', kind: 'choice', isRequired: true },
    ...{ choices: ['newest', 'history'], initial: 'newest' },
    help: 'The newest version of each device, or all versions of all times.',
  },
  { name: 'regex', label: 'The text is a regular expression (RE2)', kind: 'flag' },
];

type Search = Parameters<typeof searchBackupTexts>[0]['body'];

interface Found {
  readonly matches: readonly BackupMatchShown[];
  readonly last: SearchBackupTextsAnswer;
}

/** Looks for lines in the kept configurations of all devices, and shows what is found as it is found. */
export function SearchConfigurations(): ReactNode {
  const refusal = useRefusal('searchBackupTexts');
  const [found, setFound] = useState<Found>();
  const search = useRef<Search>(undefined);
  const go = async (cursor?: string): Promise<void> => {
    if (search.current === undefined) return;
    const body = { ...search.current, ...(cursor !== undefined && { cursor }) };
    const last = await searchBackupTexts({ client, body });
    setFound((before) => ({
      matches: [...(cursor === undefined ? [] : (before?.matches ?? [])), ...last.results],
      last,
    }));
  };
  const begin = async (values: Readonly<Record<string, unknown>>): Promise<void> => {
    search.current = {
      pattern: String(values['pattern']),
      regex: values['regex'] === true,
      scope: values['scope'] === 'history' ? 'history' : 'newest',
    };
    await go();
  };
  return (
    <Page title="Configurations" note="Search over the versions of all devices">
      {refusal !== undefined && (
        <State kind="forbidden" title="You may not see this">
          <p>{refusal}</p>
        </State>
      )}
      {refusal === undefined && (
        <Section title="Search">
          <Form fields={FIELDS} verb="Search" onSend={begin} />
        </Section>
      )}
      {found && <Results found={found} onMore={(cursor) => go(cursor)} />}
    </Page>
  );
}

function Results(props: {
  readonly found: Found;
  readonly onMore: (cursor: string) => Promise<void>;
}): ReactNode {
  const { found, onMore } = props;
  const { cursor, progress } = found.last;
  return (
    <div className="results">
      <p role="status" className="soft">
        {progress.searched} of {progress.total} versions searched, {found.matches.length} with such
        lines
      </p>
      {found.matches.length === 0 && cursor === null && (
        <State kind="empty" title="No line matches" />
      )}
      {found.matches.map((match) => (
        <Match key={match.backupId} match={match} />
      ))}
      {cursor !== null && (
        // A failure leaves what was found, and the button, where they are.
        <Form fields={[]} verb="Search on" onSend={() => onMore(cursor)} />
      )}
    </div>
  );
}

function Match({ match }: { readonly match: BackupMatchShown }): ReactNode {
  const { name, backupId, date, count, lines } = match;
  return (
    <section>
      <div className="section-head">
        <h2>
          <Link href={`${pathOf('devices', name)}?version=${backupId}`}>{written(name)}</Link>
        </h2>
        <span className="soft">
          {count} lines, taken <When at={date} />
        </span>
      </div>
      {lines.map(({ number, text, before, after }) => (
        <pre
          key={number}
          tabIndex={0}
          role="group"
          aria-label={`Line ${number} of ${written(name)}`}
        >
          {before.map((line) => `        ${written(line)}\n`).join('')}
          <strong>{`${String(number).padStart(6)}  ${written(text)}`}</strong>
          {after.map((line) => `\n        ${written(line)}`).join('')}
        </pre>
      ))}
    </section>
  );
}
