import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';

const SHOWN_MS = 8000;
const NoticeContext = createContext<(text: string) => void>(() => undefined);

/** Says in a sentence what has become of something, on the screen and to screen readers. */
export function useNotice(): (text: string) => void {
  return useContext(NoticeContext);
}

/** Holds the one region in which the console says what has changed. */
export function Notices({ children }: { readonly children: ReactNode }): ReactNode {
  const [said, setSaid] = useState({ text: '', count: 0 });
  const say = useCallback(
    (text: string) => setSaid(({ count }) => ({ text, count: count + 1 })),
    [],
  );
  useEffect(() => {
    if (said.text === '') return;
    const timer = setTimeout(() => setSaid(({ count }) => ({ text: '', count })), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <NoticeContext value={say}>
      {children}
      <div className="notice" role="status">
        {said.text !== '' && <p key={said.count}>{said.text}</p>}
      </div>
    </NoticeContext>
  );
}
