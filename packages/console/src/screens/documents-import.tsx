import { importContent, type ImportedItem } from '../../../client/src/client.js';
import { type ReactNode, useState } from 'react';
import { client } from '../api.js';
import { Dialog } from '../parts/dialog.js';
import { type Field } from '../parts/form-fields.js';
import { type Column, List } from '../parts/list.js';
import { FormButton } from '../parts/operation-buttons.js';
import { written } from '../parts/plain-text.js';
import { Status } from '../parts/status.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/documents.js';

const FIELDS: readonly Field[] = [
  {
    name: 'documents',
    label: texts.fileOfDocuments,
    kind: 'file',
    isRequired: true,
    help: texts.fileOfDocumentsHelp,
  },
  { name: 'overwrite', label: texts.replaceDocuments, kind: 'flag' },
];
const COLUMNS: readonly Column<ImportedItem>[] = [
  { title: common.document, cell: ({ name, type }) => written(name === '' ? type : name) },
  { title: common.kind, cell: ({ type }) => type },
  {
    title: common.outcome,
    cell: ({ success }) => <Status of={success ? 'complete' : 'failed'} />,
  },
  {
    title: common.why,
    cell: ({ message, warnings }) => written([message, ...warnings].join(' ')),
    look: 'wide',
  },
];

/** Imports a file of any mix of documents, and says what became of each. */
export function ImportButton(): ReactNode {
  const [outcomes, setOutcomes] = useState<readonly ImportedItem[]>();
  return (
    <>
      <FormButton
        operation="importContent"
        verb={texts.importIt}
        title={texts.importDocuments}
        fields={FIELDS}
        send={async ({ documents, overwrite }) => {
          const body = { documents: [documents], options: { overwrite: overwrite === true } };
          const answer = await importContent({ client, body });
          if ('results' in answer) setOutcomes(answer.results);
        }}
        done={texts.fileIsRead}
      />
      {outcomes && (
        <Dialog
          title={texts.whatWasImported}
          onClose={() => setOutcomes(undefined)}
          className="broad"
        >
          <List
            label={texts.documentsOfFile}
            rows={outcomes}
            columns={COLUMNS}
            idOf={({ pointer }) => pointer}
            empty={null}
          />
          <div className="buttons">
            <button type="button" onClick={() => setOutcomes(undefined)}>
              {common.close}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
