import { describe, expect, it } from 'vitest';
import { type Config } from '../../../platform/config/config.js';
import { type BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { LocalDispatch, type LocalWorker } from './local-dispatch.js';
import { type ServerTimeRepository } from './server-time.repository.js';

function dispatch(isBehind: boolean): LocalDispatch {
  const engine = { workerConcurrency: 1 };
  const time = { now: () => new Date(0) } as unknown as ServerTimeRepository;
  const made = new LocalDispatch({ engine } as Config, { id: 'node' }, time, {} as BackgroundTasks);
  made.attach({ isBehind } as LocalWorker);
  return made;
}

describe('the dispatch of a node', () => {
  it('keeps a free place for what comes, unless others may wait for it', () => {
    expect(dispatch(false).reserve()).toMatchObject({ owner: 'node', fence: 1 });
    expect(dispatch(true).reserve()).toBeUndefined();
  });
});
