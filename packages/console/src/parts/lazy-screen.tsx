import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';
import { Failure, State } from './state.js';
import * as common from '../texts/common.js';

/**
 * Loads the module of a screen when it is first shown, and shows the screen at once. React's `lazy` would wait until 300 ms
 * after it has said that something loads.
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function LoadedScreen(props: Props): ReactNode {
    const [shown, setShown] = useState(() => loaded);
    const [failure, setFailure] = useState<{ readonly error: unknown }>();
    useEffect(() => {
      if (shown || failure) return;
      load().then(
        (component) => {
          loaded = component;
          setShown(() => component);
        },
        (error: unknown) => setFailure({ error }),
      );
    }, [shown, failure]);
    if (failure) return <Failure error={failure.error} onAgain={() => setFailure(undefined)} />;
    if (!shown) return <State kind="loading" title={common.loading} />;
    return createElement(shown, props);
  };
}
