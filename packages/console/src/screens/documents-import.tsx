import { importContent, type ImportedItem } from '../../../client/src/client.js';
import { type ReactNode, useState } from 'react';
import { client } from '../api.js';
import { Dialog } from '../parts/dialog.js';
import { type Field } from '../parts/form-fields.js';
import { type Column, List } from '../parts/list.js';
import { FormButton } from '../parts/operation-buttons.js';
import { written } from '../parts/plain-text.js';
import { Status } from '../parts/status.js';

const FIELDS: readonly Field[] = [
  {
    ...{ name: 'documents', label: 'File of documents', kind: 'file', isRequired: true },
    help: 'JSON with any mix of documents; a file can be dropped here',
  },
  { name: 'overwrite', label: 'Replace documents of the same names', kind: 'flag' },
];
const COLUMNS: readonly Column<ImportedItem>[] = [
  { title: 'Document', cell: ({ name, type }) => written(name === '' ? type : name) },
  { title: 'Kind', cell: ({ type }) => type },
  {
    title: 'Outcome',
    cell: ({ success }) => <Status of={success ? 'complete' : 'failed'} />,
  },
  {
    title: 'Why',
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
        verb="Import"
        title="Import documents"
        fields={FIELDS}
        send={async ({ documents, overwrite }) => {
          const body = { documents: [documents], options: { overwrite: overwrite === true } };
          const answer = await importContent({ client, body });
          if ('results' in answer) setOutcomes(answer.results);
        }}
        done="The file is read"
      />
      {outcomes && (
        <Dialog title="What was imported" onClose={() => setOutcomes(undefined)} className="broad">
          <List
            label="Documents of the file"
            rows={outcomes}
            columns={COLUMNS}
            idOf={({ pointer }) => pointer}
            empty={null}
          />
          <div className="buttons">
            <button type="button" onClick={() => setOutcomes(undefined)}>
              Close
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
