import { type ReactNode } from 'react';
import { type Client } from '../../../client/src/client.js';
import { client } from '../api.js';
import { Action } from '../permissions.js';
import { useAction } from '../use-action.js';
import { written } from './plain-text.js';
import { saveFile } from './save-file.js';
import { Failure } from './state.js';
import * as texts from '../texts/parts.js';

/** A button that saves a document as a file, as an import takes it back. */
export function ExportButton(props: {
  readonly operation: string;
  /** What the file is called. */
  readonly name: string;
  readonly read: (call: { readonly client: Client }) => Promise<unknown>;
}): ReactNode {
  const { operation, read } = props;
  const action = useAction();
  const name = `${written(props.name)}.json`;
  const save = async (): Promise<void> => {
    saveFile(name, JSON.stringify(await read({ client }), null, 2));
  };
  return (
    <>
      <Action
        operation={operation}
        isBusy={action.isBusy}
        onAct={() => void action.run(save, texts.isSaved(name))}
      >
        {texts.exportIt}
      </Action>
      {action.error !== undefined && <Failure error={action.error} />}
    </>
  );
}
