import { type Client } from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { textIn } from '../members.js';
import { ExportButton } from '../parts/export-button.js';
import { TextFilter, useNarrowed } from '../parts/filters.js';
import { type Column, List } from '../parts/list.js';
import { ListDetail } from '../parts/list-detail.js';
import { ActButton } from '../parts/operation-buttons.js';
import { Page, Section } from '../parts/page.js';
import { written } from '../parts/plain-text.js';
import { Loaded } from '../parts/state.js';
import { Tabs, useTab } from '../parts/tabs.js';
import { When } from '../parts/time.js';
import { Value } from '../parts/value.js';
import { useRead } from '../use-read.js';
import { DOCUMENT_KINDS, type DocumentKind, idOf, type StoredDocument } from './document-kinds.js';
import { Problems } from './document-problems.js';
import { DocumentVersions } from './document-versions.js';
import { ImportButton } from './documents-import.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/documents.js';

const LIMIT = 100;
const TABS = Object.fromEntries(
  Object.entries(DOCUMENT_KINDS).map(([name, { title }]) => [name, title]),
) as Readonly<Record<keyof typeof DOCUMENT_KINDS, string>>;
const COLUMNS: readonly Column<StoredDocument>[] = [
  { title: common.name, cell: (one) => written(textIn(one, 'name') ?? idOf(one)) },
  { title: common.whatItIsFor, cell: (one) => textIn(one, 'description'), look: 'wide' },
  {
    title: common.changed,
    // Some kinds, and documents of packages, say no time.
    cell: (one) => (
      <When
        at={textIn(one, 'last_updated') ?? textIn(one, 'lastUpdated') ?? null}
        otherwise={texts.notKnown}
      />
    ),
  },
];

/** The documents that workflows use, kind by kind. */
export function Documents(): ReactNode {
  const tab = useTab(TABS);
  return (
    <Page title={common.documents} actions={<ImportButton />}>
      <Tabs label={texts.kindsOfDocuments} tabs={TABS} chosen={tab} />
      <OfKind key={tab} tab={tab} kind={DOCUMENT_KINDS[tab]} />
    </Page>
  );
}

function OfKind({ tab, kind }: { readonly tab: string; readonly kind: DocumentKind }): ReactNode {
  const by = useNarrowed();
  const name = by.get('name');
  const chosen = by.get('document');
  const query = { limit: LIMIT, ...(name !== undefined && { contains: name }) };
  const reading = useRead(kind.listBy, [query], (signal) => kind.list({ client, signal }, query), {
    keepsBefore: true,
  });
  const one = reading.query.data?.find((document) => idOf(document) === chosen);
  return (
    <ListDetail
      filters={<TextFilter name="name" label={common.nameContains} isFirst by={by} />}
      list={
        <Loaded of={reading}>
          {(documents) => (
            <List
              label={kind.title}
              rows={documents}
              columns={COLUMNS}
              idOf={idOf}
              linkOf={(one) => `/documents?show=${tab}&document=${encodeURIComponent(idOf(one))}`}
              empty={<p>{texts.noDocuments}</p>}
              foot={documents.length === LIMIT && <span>{texts.firstOnly(LIMIT)}</span>}
            />
          )}
        </Loaded>
      }
      detail={
        one && <Chosen key={idOf(one)} kind={kind} of={one} onGone={() => by.set('document', [])} />
      }
    />
  );
}

function Chosen(props: {
  readonly kind: DocumentKind;
  readonly of: StoredDocument;
  readonly onGone: () => void;
}): ReactNode {
  const { kind, of, onGone } = props;
  const name = written(textIn(of, 'name') ?? idOf(of));
  const read = (reader: Client, signal?: AbortSignal): Promise<unknown> =>
    kind.read({ client: reader, ...(signal && { signal }) }, of);
  const reading = useRead(kind.readBy, [idOf(of)], (signal) => read(client, signal));
  return (
    <>
      <Section
        title={name}
        aside={
          <div className="buttons">
            <ExportButton
              operation={kind.exportBy}
              name={name}
              read={(call) => kind.export(call, of)}
            />
            <ActButton
              operation={kind.deleteBy}
              verb={common.deleteIt}
              kind="danger"
              question={common.askDelete(name)}
              readBy={kind.readBy}
              read={(reader) => read(reader)}
              work={async (headers) => {
                await kind.remove({ client, headers, path: { id: idOf(of) } });
                onGone();
              }}
              done={common.isDeleted(name)}
            />
          </div>
        }
      >
        <Loaded of={reading}>
          {(document) => <Value label={common.document} value={document} />}
        </Loaded>
      </Section>
      {kind.check && kind.checkBy && reading.query.data !== undefined && (
        <Checked by={kind.checkBy} check={kind.check} document={reading.query.data} />
      )}
      {kind.versions && <DocumentVersions kind={kind.versions} id={idOf(of)} />}
    </>
  );
}

function Checked(props: {
  readonly by: string;
  readonly check: NonNullable<DocumentKind['check']>;
  readonly document: unknown;
}): ReactNode {
  const { by, check, document } = props;
  const reading = useRead(by, [document], (signal) =>
    check({ client, signal }, document as Readonly<Record<string, unknown>>),
  );
  return <Problems of={reading} />;
}
