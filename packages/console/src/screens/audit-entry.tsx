import {
  type AuditedObjectShown,
  type AuditEntryShown,
  getAuditEntry,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { BeforeAfter, differencesOf } from '../parts/before-after.js';
import { Facts } from '../parts/facts.js';
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

function Changed({ object }: { readonly object: AuditedObjectShown }): ReactNode {
  const { type, name, before, after, cut } = object;
  const { different, equal } = differencesOf(before, after);
  return (
    <Section title={written(`${type} ${name}`)}>
      <p className="soft">
        {before === null ? 'It was made.' : after === null ? 'It was removed.' : 'It was changed.'}{' '}
        {equal > 0 && `${equal} members are equal.`} {cut !== '' && `Left out: ${cut}.`}
      </p>
      <BeforeAfter label={`Changes of ${written(name)}`} place="Member" different={different} />
    </Section>
  );
}
