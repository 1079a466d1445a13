import { describe, expect, it } from 'vitest';
import { type ActiveAccounts } from '../../platform/auth/active-accounts.js';
import { type BackgroundTasks } from '../../platform/scheduling/background-tasks.js';
import { AccountStreams } from './account-streams.js';

/** Streams of these accounts, which leave when they are ended. */
const streamsOf = (...accounts: string[]) => {
  let open = accounts;
  return {
    accounts: () => open,
    endOf: (ended: ReadonlySet<string>) => {
      open = open.filter((one) => !ended.has(one));
    },
  };
};

describe('AccountStreams', () => {
  const setup = (...closed: string[]) => {
    const asked: (readonly string[])[] = [];
    const active: ActiveAccounts = {
      activeAmong: (ids) => {
        asked.push(ids);
        return Promise.resolve(new Set(ids.filter((one) => !closed.includes(one))));
      },
    };
    return { asked, streams: new AccountStreams(active, {} as BackgroundTasks) };
  };

  it('asks once for the accounts of all kinds of streams, and ends those of closed ones', async () => {
    const { asked, streams } = setup('left');
    const [events, jobs] = [streamsOf('ann', 'left', 'ann'), streamsOf('left', 'bob')];
    streams.watch(events);
    streams.watch(jobs);
    await streams.look();
    expect(asked).toEqual([['ann', 'left', 'bob']]);
    expect([events.accounts(), jobs.accounts()]).toEqual([['ann', 'ann'], ['bob']]);
  });

  it('asks nothing while nothing is open', async () => {
    const { asked, streams } = setup();
    streams.watch(streamsOf());
    await streams.look();
    expect(asked).toEqual([]);
  });
});
