import { useQuery, useQueryClient } from '@tanstack/react-query';
import { login, logout, whoami, type WhoAmIAnswer } from '../../client/src/client.js';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { client, isProblem, SESSION_ENDED } from './api.js';
import * as texts from './texts/frame.js';

/** Who is signed in, and what they may do. */
export interface Session {
  readonly user: WhoAmIAnswer;
  /** Whether the session ended under the hands of its person, who signs in again where they are. */
  readonly hasEnded: boolean;
  /** Whether the caller's roles admit them to an operation, by its id. */
  readonly may: (operation: string) => boolean;
  readonly signOut: () => Promise<void>;
}

/** Where signing in stands. */
export type SignInState =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly error: unknown; readonly again: () => void }
  | { readonly is: 'signed-out' }
  | { readonly is: 'signed-in'; readonly session: Session };

const SessionContext = createContext<Session | undefined>(undefined);

/** The session of a screen: screens are shown to people who have signed in. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error(texts.noSession);
  return session;
}

export function SessionProvider(props: {
  readonly session: Session;
  readonly children: ReactNode;
}): ReactNode {
  return <SessionContext value={props.session}>{props.children}</SessionContext>;
}

const WHO = ['whoami'];

/** Asks the platform who is signed in, and hears when that ends. */
export function useSignIn(): SignInState {
  const queries = useQueryClient();
  const [hasEnded, setEnded] = useState(false);
  const asked = useQuery({
    queryKey: WHO,
    queryFn: ({ signal }) => whoami({ client, signal }),
    staleTime: Infinity,
    retry: false,
  });
  useEffect(() => {
    const end = (): void => setEnded(true);
    addEventListener(SESSION_ENDED, end);
    return () => removeEventListener(SESSION_ENDED, end);
  }, []);
  useEffect(() => setEnded(false), [asked.dataUpdatedAt]);
  const session = useMemo(
    () => asked.data && sessionOf(asked.data, hasEnded, () => queries.clear()),
    [asked.data, hasEnded, queries],
  );
  if (session) return { is: 'signed-in', session };
  if (asked.isPending) return { is: 'loading' };
  if (isProblem(asked.error, 401)) return { is: 'signed-out' };
  return { is: 'failed', error: asked.error, again: () => void asked.refetch() };
}

function sessionOf(user: WhoAmIAnswer, hasEnded: boolean, forget: () => void): Session {
  const open = new Set(Object.values(user.methods).flat());
  return {
    user,
    hasEnded,
    may: (operation) => open.has(operation),
    async signOut() {
      await logout({ client, parseAs: 'text' });
      forget();
      location.assign('/console');
    },
  };
}

/** Signs in; whoever comes back as the same person finds everything as they left it. */
export function useSigningIn(): (username: string, password: string) => Promise<void> {
  const queries = useQueryClient();
  return async (username, password) => {
    await login({ client, body: { username, password }, parseAs: 'text' });
    const before = queries.getQueryData<WhoAmIAnswer>(WHO)?.id;
    const user = await whoami({ client });
    if (before !== undefined && before !== user.id) location.assign('/console');
    queries.setQueryData(WHO, user);
    await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== WHO[0] });
  };
}
