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
import * as common from '../texts/common.js';
import * as texts from '../texts/audit.js';

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
            {texts.byPerson(written(username ?? texts.unknown))} <When at={at} />
          </span>
        </>
      }
    >
      <div className="stack">
        <Section title={texts.whoAndFromWhere}>
          <Facts
            of={{
              [common.account]: username,
              [common.from]: provenance,
              [common.by]: credential,
              [common.address]: address,
              [texts.program]: userAgent,
              [texts.request]: entry.requestId,
              [common.status]: entry.status,
              [common.why]: entry.reason,
              [texts.numberInChain]: entry.sequence,
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
        {before === null
          ? texts.itWasMade
          : after === null
            ? texts.itWasRemoved
            : texts.itWasChanged}{' '}
        {equal > 0 && texts.membersAreEqual(equal)} {cut !== '' && texts.leftOut(cut)}
      </p>
      <BeforeAfter
        label={texts.changesOf(written(name))}
        place={texts.member}
        different={different}
      />
    </Section>
  );
}
