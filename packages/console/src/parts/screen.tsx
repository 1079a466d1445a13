import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';
import { State } from './state.js';
import * as common from '../texts/common.js';

/**
 * A screen whose module is loaded when it is first shown, and that is there as soon as it has come: `lazy` of React keeps
 * it back for 300 ms once it has said that something loads.
 */
export function screen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function LoadedScreen(props: Props): ReactNode {
    const [shown, setShown] = useState(() => loaded);
    const [failure, setFailure] = useState<{ readonly error: unknown }>();
    useEffect(() => {
      if (shown) return;
      load().then(
        (component) => {
          loaded = component;
          setShown(() => component);
        },
        (error: unknown) => setFailure({ error }),
      );
    }, [shown]);
    if (failure) throw failure.error;
    if (!shown) return <State kind="loading" title={common.loading} />;
    return createElement(shown, props);
  };
}
