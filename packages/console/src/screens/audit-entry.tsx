import {
  type AuditedObjectShown,
  type AuditEntryShown,
  getAuditEntry,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { Facts } from '../parts/facts.js';
import { List } from '../parts/list.js';
import { Page, Section } from '../parts/page.js';
import { written } from '../parts/plain-text.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { When } from '../parts/time.js';
import { useRead } from '../use-read.js';
import { whatText } from './audit.js';

/** One entry of the trail, with what each object was before and is after. */
export function AuditEntry({ id }: { readonly id: string }): ReactNode {
  const reading = useRead('getAuditEntry', [id], (signal) =>
    getAuditEntry({ client, signal, path: { id } }),
  );
  return <Loaded of={reading}>{(entry) => <LoadedEntry entry={entry} />}</Loaded>;
}

function LoadedEntry({ entry }: { readonly entry: AuditEntryShown }): ReactNode {
  const { at, username, provenance, address, userAgent, credential } = entry;
  return (
    <Page
      title={whatText(entry)}
      note={
        <>
          <Status of={entry.outcome} />
          <span>
            by {written(username ?? 'unknown')}, <When at={at} />
          </span>
        </>
      }
    >
      <div className="stack">
        <Section title="Who and from where">
          <Facts
            of={{
              ...{ Account: username, From: provenance, By: credential, Address: address },
              ...{ Program: userAgent, Request: entry.requestId, Status: entry.status },
              ...{ Why: entry.reason, 'Number in the chain': entry.sequence },
            }}
          />
        </Section>
        {entry.objects.map((object) => (
          <Changed key={`${object.type} ${object.id}`} object={object} />
        ))}
      </div>
    </Page>
  );
}

interface Member {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

function Changed({ object }: { readonly object: AuditedObjectShown }): ReactNode {
  const { type, name, before, after, cut } = object;
  const members = membersOf(before, after);
  const different = members.filter((member) => member.before !== member.after);
  return (
    <Section title={written(`${type} ${name}`)}>
      <p className="soft">
        {before === null ? 'It was made.' : after === null ? 'It was removed.' : 'It was changed.'}{' '}
        {members.length - different.length > 0 &&
          `${members.length - different.length} members are equal.`}{' '}
        {cut !== '' && `Left out: ${cut}.`}
      </p>
      <List
        label={`Changes of ${written(name)}`}
        rows={different}
        idOf={(member) => member.name}
        columns={[
          { title: 'Member', cell: (member) => member.name },
          { title: 'Before', cell: (member) => <Side text={member.before} tone="removed" /> },
          { title: 'After', cell: (member) => <Side text={member.after} tone="added" /> },
        ]}
        empty={null}
      />
    </Section>
  );
}

function Side(props: { readonly text: string; readonly tone: string }): ReactNode {
  return props.text !== '' && <code className={`side ${props.tone}`}>{written(props.text)}</code>;
}

/** Every member of both sides; empty where a side has none. */
function membersOf(before: AuditedObjectShown['before'], after: typeof before): readonly Member[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].map((name) => ({
    ...{ name, before: textAt(before, name), after: textAt(after, name) },
  }));
}

function textAt(side: AuditedObjectShown['before'], name: string): string {
  const value = side?.[name];
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
