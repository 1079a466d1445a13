import { type ReactNode } from 'react';
import { Page } from '../parts/page.js';
import { Tabs, useTab } from '../parts/tabs.js';
import { Accounts } from './access-accounts.js';
import { Explain } from './access-explain.js';
import { Groups } from './access-groups.js';
import { Mine } from './access-mine.js';
import { Programs } from './access-programs.js';
import { Roles } from './access-roles.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/access.js';

const TABS = {
  accounts: texts.accounts,
  groups: texts.groups,
  roles: texts.roles,
  programs: texts.serviceAccounts,
  explain: texts.whyMayOrMayNot,
  mine: texts.myOwn,
} as const;

/** Who may do what here, and why. */
export function Access(): ReactNode {
  const tab = useTab(TABS);
  return (
    <Page title={common.access}>
      <Tabs label={texts.partsOfAccess} tabs={TABS} chosen={tab} />
      {tab === 'accounts' && <Accounts />}
      {tab === 'groups' && <Groups />}
      {tab === 'roles' && <Roles />}
      {tab === 'programs' && <Programs />}
      {tab === 'explain' && <Explain />}
      {tab === 'mine' && <Mine />}
    </Page>
  );
}
