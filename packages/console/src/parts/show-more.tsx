import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import * as texts from '../texts/parts.js';

/** The end of a part of something long: more is asked for when it comes into view, or by pressing it. */
export function ShowMore(props: {
  /** What is not shown yet: `300 rows`. */
  readonly left: string;
  readonly onMore: () => void;
}): ReactNode {
  const { left, onMore } = props;
  const end = useRef<HTMLButtonElement>(null);
  const more = useEffectEvent(onMore);
  useEffect(() => {
    const seen = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) more();
    });
    if (end.current) seen.observe(end.current);
    return () => seen.disconnect();
    // What is left is another text each time: an end that stays in view is seen again.
  }, [left]);
  return (
    <button ref={end} type="button" className="more" onClick={onMore}>
      {texts.showMoreOf(left)}
    </button>
  );
}
