import { type ReactNode } from 'react';
import { Link, Route, Switch } from 'wouter';
import { Frame } from './parts/frame.js';
import { Page } from './parts/page.js';
import { lazyScreen } from './parts/lazy-screen.js';
import { Failure, State } from './parts/state.js';
import { objectInPath } from './navigation.js';
import { Home } from './screens/home.js';
import { SignIn, SignInAgain } from './screens/sign-in.js';
import { SessionProvider, useSignIn } from './session.js';
import * as common from './texts/common.js';
import * as texts from './texts/frame.js';

const Jobs = lazyScreen(async () => (await import('./screens/jobs.js')).Jobs);
const Job = lazyScreen(async () => (await import('./screens/job.js')).Job);
const Tasks = lazyScreen(async () => (await import('./screens/tasks.js')).Tasks);
const Task = lazyScreen(async () => (await import('./screens/task.js')).Task);
const Workflows = lazyScreen(async () => (await import('./screens/workflows.js')).Workflows);
const Workflow = lazyScreen(async () => (await import('./screens/workflow.js')).Workflow);
const Documents = lazyScreen(async () => (await import('./screens/documents.js')).Documents);
const Devices = lazyScreen(async () => (await import('./screens/devices.js')).Devices);
const Device = lazyScreen(async () => (await import('./screens/device.js')).Device);
const Packages = lazyScreen(async () => (await import('./screens/packages.js')).Packages);
const Package = lazyScreen(async () => (await import('./screens/package.js')).Package);
const Automations = lazyScreen(async () => (await import('./screens/automations.js')).Automations);
const Automation = lazyScreen(async () => (await import('./screens/automation.js')).Automation);
const Access = lazyScreen(async () => (await import('./screens/access.js')).Access);
const Account = lazyScreen(async () => (await import('./screens/access-account.js')).Account);
const Orchestrator = lazyScreen(
  async () => (await import('./screens/orchestrator.js')).OrchestratorScreen,
);
const Events = lazyScreen(async () => (await import('./screens/events.js')).Events);
const Audit = lazyScreen(async () => (await import('./screens/audit.js')).Audit);
const AuditEntry = lazyScreen(async () => (await import('./screens/audit-entry.js')).AuditEntry);
const Profiles = lazyScreen(async () => (await import('./screens/profiles.js')).Profiles);
const Profile = lazyScreen(async () => (await import('./screens/profile.js')).Profile);
const Integrations = lazyScreen(
  async () => (await import('./screens/integrations.js')).Integrations,
);
const Integration = lazyScreen(async () => (await import('./screens/integration.js')).Integration);
const Model = lazyScreen(async () => (await import('./screens/model.js')).Model);
const Health = lazyScreen(async () => (await import('./screens/health.js')).Health);
const SearchConfigurations = lazyScreen(
  async () => (await import('./screens/search.js')).SearchConfigurations,
);

function Screens(): ReactNode {
  return (
    <Switch>
      <Route path="/" component={Home} />
      <Route path="/jobs" component={Jobs} />
      <Route path="/jobs/:id">{() => <Job key={objectInPath()} id={objectInPath()} />}</Route>
      <Route path="/tasks" component={Tasks} />
      <Route path="/tasks/:id">{() => <Task key={objectInPath()} id={objectInPath()} />}</Route>
      <Route path="/workflows" component={Workflows} />
      <Route path="/workflows/:id">
        {() => <Workflow key={objectInPath()} name={objectInPath()} />}
      </Route>
      <Route path="/documents" component={Documents} />
      <Route path="/devices" component={Devices} />
      <Route path="/devices/:id">
        {() => <Device key={objectInPath()} name={objectInPath()} />}
      </Route>
      <Route path="/search" component={SearchConfigurations} />
      <Route path="/packages" component={Packages} />
      <Route path="/packages/:id">
        {() => <Package key={objectInPath()} name={objectInPath()} />}
      </Route>
      <Route path="/automations" component={Automations} />
      <Route path="/automations/:id">
        {() => <Automation key={objectInPath()} id={objectInPath()} />}
      </Route>
      <Route path="/access" component={Access} />
      <Route path="/access/:id">{() => <Account key={objectInPath()} id={objectInPath()} />}</Route>
      <Route path="/orchestrator" component={Orchestrator} />
      <Route path="/events" component={Events} />
      <Route path="/audit" component={Audit} />
      <Route path="/audit/:id">
        {() => <AuditEntry key={objectInPath()} id={objectInPath()} />}
      </Route>
      <Route path="/profiles" component={Profiles} />
      <Route path="/profiles/:id">
        {() => <Profile key={objectInPath()} id={objectInPath()} />}
      </Route>
      <Route path="/integrations" component={Integrations} />
      <Route path="/integrations/:id">
        {() => <Integration key={objectInPath()} name={objectInPath()} />}
      </Route>
      <Route path="/models/:id">{() => <Model key={objectInPath()} id={objectInPath()} />}</Route>
      <Route path="/health" component={Health} />
      <Route>
        <Page title={texts.nothingIsHere}>
          <State kind="empty" title={texts.noScreenHere}>
            <Link href="/">{texts.home}</Link>
          </State>
        </Page>
      </Route>
    </Switch>
  );
}

/** The console: signing in first, then the screen that the address names. */
export function App(): ReactNode {
  const state = useSignIn();
  if (state.is === 'loading') return <State kind="loading" title={common.loading} />;
  if (state.is === 'signed-out') return <SignIn />;
  if (state.is === 'failed') return <Failure error={state.error} onAgain={state.again} />;
  return (
    <SessionProvider session={state.session}>
      <Frame>
        <Screens />
      </Frame>
      <SignInAgain />
    </SessionProvider>
  );
}
