import { useEffect, useState } from 'react';

/** So long nothing is typed before something is asked about it. */
const TYPING_MS = 300;

/** The value, once it has stayed the same for a moment. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(value);
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [value]);
  return settled;
}
