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
import * as common from '../texts/common.js';
import * as texts from '../texts/devices.js';

const FIELDS: readonly Field[] = [
  { name: 'pattern', label: texts.linesWith, kind: 'text', isRequired: true },
  {
    name: 'scope',
    label: texts.scope,
    kind: 'choice',
    isRequired: true,
    choices: ['newest', 'history'],
    initial: 'newest',
    help: texts.scopeHelp,
  },
  { name: 'regex', label: texts.isRegularExpression, kind: 'flag' },
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
    <Page title={common.configurations} note={texts.searchNote}>
      {refusal !== undefined && (
        <State kind="forbidden" title={common.youMayNotSeeThis}>
          <p>{refusal}</p>
        </State>
      )}
      {refusal === undefined && (
        <Section title={texts.search}>
          <Form fields={FIELDS} verb={texts.search} onSend={begin} />
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
        {texts.searchProgress(progress.searched, progress.total, found.matches.length)}
      </p>
      {found.matches.length === 0 && cursor === null && (
        <State kind="empty" title={texts.noLineMatches} />
      )}
      {found.matches.map((match) => (
        <Match key={match.backupId} match={match} />
      ))}
      {cursor !== null && (
        // A failure leaves what was found, and the button, where they are.
        <Form fields={[]} verb={texts.searchOn} onSend={() => onMore(cursor)} />
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
          {texts.linesTaken(count)} <When at={date} />
        </span>
      </div>
      {lines.map(({ number, text, before, after }) => (
        <pre
          key={number}
          tabIndex={0}
          role="group"
          aria-label={texts.lineOfDevice(number, written(name))}
        >
          {before.map((line) => `        ${written(line)}\n`).join('')}
          <strong>{`${String(number).padStart(6)}  ${written(text)}`}</strong>
          {after.map((line) => `\n        ${written(line)}`).join('')}
        </pre>
      ))}
    </section>
  );
}
