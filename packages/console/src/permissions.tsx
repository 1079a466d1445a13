import { useQuery } from '@tanstack/react-query';
import { explainAccess } from '../../client/src/client.js';
import { type ReactNode, useId } from 'react';
import { client } from './api.js';
import { useSession } from './session.js';
import * as texts from './texts/frame.js';

/** Why the caller may not do this, in the words of the platform; undefined while they may. */
export function useRefusal(operation: string): string | undefined {
  const { may, user } = useSession();
  const isOpen = may(operation);
  const asked = useQuery({
    queryKey: ['explain', user.id, operation],
    queryFn: () => explainAccess({ client, query: { operation } }),
    enabled: !isOpen && may('explainAccess'),
    staleTime: Infinity,
    retry: false,
  });
  if (isOpen) return undefined;
  const needed = asked.data?.reasons.flatMap((reason) => reason.needed ?? []) ?? [];
  if (needed.length > 0) return texts.needsOneOfRoles([...new Set(needed)].join(', '));
  return asked.data?.text ?? texts.noRoleAdmits;
}

interface ActionProps {
  /** Id of the operation behind the button. */
  readonly operation: string;
  readonly onAct: () => void;
  readonly children: ReactNode;
  readonly kind?: 'primary' | 'danger' | undefined;
  /** Why it cannot be done now, whoever asks; undefined when it can. */
  readonly unable?: string | undefined;
  readonly isBusy?: boolean | undefined;
  /** The key that does the same. */
  readonly hotkey?: string | undefined;
}

/**
 * A button for an operation. One that the caller may not use stays where it is, cannot be pressed, and says
 * what is missing.
 */
export function Action(props: ActionProps): ReactNode {
  const { operation, onAct, children, kind, unable, isBusy = false, hotkey } = props;
  const reason = useRefusal(operation) ?? unable;
  const id = useId();
  const isOff = reason !== undefined || isBusy;
  return (
    <>
      <button
        type="button"
        className={kind}
        aria-disabled={isOff}
        aria-describedby={reason === undefined ? undefined : id}
        aria-keyshortcuts={hotkey}
        title={reason}
        onClick={() => !isOff && onAct()}
      >
        {children}
        {hotkey !== undefined && <kbd aria-hidden="true">{hotkey}</kbd>}
      </button>
      {reason !== undefined && (
        <span id={id} className="unseen">
          {reason}
        </span>
      )}
    </>
  );
}
