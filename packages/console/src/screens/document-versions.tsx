import {
  type Client,
  type ContentVersionHead,
  type ListVersionsAnswer,
} from '../../../client/src/client.js';
import { type ReactNode, useState } from 'react';
import { client } from '../api.js';
import { BeforeAfter, type Difference } from '../parts/before-after.js';
import { List } from '../parts/list.js';
import { ActButton } from '../parts/operation-buttons.js';
import { Section } from '../parts/page.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { When } from '../parts/time.js';
import { useRead } from '../use-read.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/documents.js';

const LIMIT = 25;

interface Call {
  readonly client: Client;
  readonly path: { readonly id: string };
}
interface Reading extends Call {
  readonly signal: AbortSignal;
}

/** What differs between an earlier version and the newest one, by its revision. */
export interface Comparison {
  readonly to: number;
  readonly different: readonly Difference[];
}

/** How the versions of a kind of documents are listed, compared and restored, and by which operations. */
export interface VersionedKind {
  readonly listBy: string;
  readonly list: (
    call: Reading & { readonly query: { readonly limit: number } },
  ) => Promise<ListVersionsAnswer>;
  readonly compareBy: string;
  readonly compare: (call: Reading, from: number, newest: number) => Promise<Comparison>;
  readonly restoreBy: string;
  readonly restore: (
    call: Call & {
      readonly headers: { readonly 'If-Match'?: string };
      readonly body: { readonly revision: number };
    },
  ) => Promise<unknown>;
}

interface Props {
  readonly kind: VersionedKind;
  readonly id: string;
}

/** The versions of a document: any of them is compared with the newest one, and put in its place. */
export function DocumentVersions({ kind, id }: Props): ReactNode {
  const reading = useRead(kind.listBy, [id], (signal) =>
    kind.list({ client, signal, path: { id }, query: { limit: LIMIT } }),
  );
  const [chosen, choose] = useState<ContentVersionHead>();
  return (
    <Section title={common.versions}>
      <Loaded of={reading}>
        {({ results }) => (
          <>
            <VersionList versions={results} onChoose={choose} />
            {chosen && (
              <Compared
                {...{ kind, id }}
                from={chosen.revision}
                newest={results.find(({ current }) => current)?.revision ?? chosen.revision}
                onDone={() => choose(undefined)}
              />
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function VersionList(props: {
  readonly versions: readonly ContentVersionHead[];
  readonly onChoose: (version: ContentVersionHead) => void;
}): ReactNode {
  return (
    <List
      label={common.versions}
      rows={props.versions}
      idOf={({ revision }) => String(revision)}
      columns={[
        { title: common.revision, cell: ({ revision }) => String(revision) },
        { title: common.saved, cell: ({ saved }) => <When at={saved} /> },
        { title: common.by, cell: ({ savedBy }) => savedBy ?? texts.packageTitle },
        {
          title: texts.now,
          cell: (version) =>
            version.current ? (
              <Status of="current" />
            ) : (
              <button type="button" className="link" onClick={() => props.onChoose(version)}>
                {texts.whatChangedSince(version.revision)}
              </button>
            ),
        },
      ]}
      empty={null}
    />
  );
}

function Compared(
  props: Props & {
    readonly from: number;
    readonly newest: number;
    readonly onDone: () => void;
  },
): ReactNode {
  const { kind, id, from, newest, onDone } = props;
  const path = { id };
  const reading = useRead(kind.compareBy, [id, 'compared', from, newest], (signal) =>
    kind.compare({ client, signal, path }, from, newest),
  );
  return (
    <div className="inspector">
      <Loaded of={reading}>
        {({ to, different }) => (
          <>
            <BeforeAfter
              label={texts.changesSinceRevision(from)}
              place={common.place}
              different={different}
            />
            <ActButton
              operation={kind.restoreBy}
              verb={texts.restoreRevision(from)}
              question={texts.askRestoreRevision(from)}
              work={async () => {
                // In place of the revision that was compared, and of no later one.
                const headers = { 'If-Match': `"${to}"` };
                await kind.restore({ client, path, headers, body: { revision: from } });
                onDone();
              }}
              done={texts.revisionIsRestored(from)}
            />
          </>
        )}
      </Loaded>
    </div>
  );
}
