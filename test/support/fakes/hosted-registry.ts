import { type AnswerStore } from '../../../src/connectors/registry/answer-store.js';
import { githubRegistry } from '../../../src/connectors/registry/github/github.registry.js';
import { gitlabRegistry } from '../../../src/connectors/registry/gitlab/gitlab.registry.js';
import { type HttpRegistryPorts } from '../../../src/connectors/registry/http/http-registry-ports.js';
import { MemoryAnswerStore } from '../../../src/connectors/registry/memory-answer-store.js';
import { type PackageRegistry } from '../../../src/connectors/registry/package-registry.js';
import { type RegistrySettings } from '../../../src/connectors/registry/registry-settings.js';
import { type RegistryContext } from '../../../src/connectors/registry/registry-context.js';
import { FakeGithub } from './github.js';
import { FakeGitlab } from './gitlab.js';
import { type FakeGitRepository, type RepositoryTraits } from './registry/fake-git-repository.js';
import { type FakeRegistry, type RegistryCall } from './registry/fake-registry.js';
import { registryPorts, type TestRegistryPorts } from './registry-ports.js';

/** The token that the fakes know. */
export const HOSTED_TOKEN = 'never-sent-elsewhere';

/** The owner of everything that a registry reads unless it is told otherwise. */
const OWNER = 'acme';

/** What `open` is given beside settings; what the registry was started with where it is absent. */
export interface HostedContext extends Partial<RegistryContext> {
  readonly ports?: HttpRegistryPorts;
}

/** Where a kind of registries keeps what all of them have. */
interface HostedDialect {
  readonly type: 'github' | 'gitlab';
  readonly open: typeof githubRegistry;
  /** Path of the list of all repositories of the owner. */
  readonly listing: string;
  /** In the path of each call for a file. */
  readonly files: string;
  /** In the path of each call within one repository. */
  readonly pathOf: (repository: FakeGitRepository) => string;
  readonly add: (path: string, traits?: RepositoryTraits) => FakeGitRepository;
}

/** A registry over HTTP on its fake, in words that are the same for all kinds. */
export class HostedRegistry<F extends FakeRegistry = FakeRegistry> {
  readonly answers: AnswerStore = new MemoryAnswerStore();

  constructor(
    readonly fake: F,
    readonly ports: TestRegistryPorts,
    private readonly dialect: HostedDialect,
  ) {}

  get listing(): string {
    return this.dialect.listing;
  }

  /** Adds an empty repository of the owner. */
  add(name: string, traits?: RepositoryTraits): FakeGitRepository {
    return this.dialect.add(`${OWNER}/${name}`, traits);
  }

  open(
    settings: Partial<RegistrySettings> = {},
    { ports = this.ports, ...context }: HostedContext = {},
  ): PackageRegistry {
    const { type, open } = this.dialect;
    return open(
      { type, hostname: this.fake.baseUrl, path: OWNER, token: HOSTED_TOKEN, ...settings },
      { answers: this.answers, ...context },
      ports,
    );
  }

  readonly isListing = ({ target }: Pick<RegistryCall, 'target'>): boolean =>
    target.includes(this.dialect.listing);

  readonly isFile = ({ target }: Pick<RegistryCall, 'target'>): boolean =>
    target.includes(this.dialect.files);

  /** Whether a call is for something within this repository. */
  isWithin(repository: FakeGitRepository): (call: Pick<RegistryCall, 'target'>) => boolean {
    return ({ target }) => target.includes(this.dialect.pathOf(repository));
  }

  async close(): Promise<void> {
    await this.ports.close();
    await this.fake.close();
  }
}

type PortsOptions = Parameters<typeof registryPorts>[0];

/** An organisation of a GitHub; the token is that of `jane`. */
export async function hostedGithub(options?: PortsOptions): Promise<HostedRegistry<FakeGithub>> {
  const fake = await FakeGithub.start({ token: HOSTED_TOKEN, tokenOwner: 'jane' });
  fake.organisation(OWNER);
  return new HostedRegistry(fake, registryPorts(options), {
    type: 'github',
    open: githubRegistry,
    listing: `/orgs/${OWNER}/repos`,
    files: '/contents/',
    pathOf: ({ path }) => `/repos/${path}/`,
    add: (path, traits) => fake.repository(path, traits),
  });
}

/** A group of a GitLab, which is there as long as it has a project. */
export async function hostedGitlab(options?: PortsOptions): Promise<HostedRegistry<FakeGitlab>> {
  const fake = await FakeGitlab.start({ basePath: '/git', token: HOSTED_TOKEN });
  return new HostedRegistry(fake, registryPorts(options), {
    type: 'gitlab',
    open: gitlabRegistry,
    listing: `/groups/${OWNER}/projects`,
    files: '/files/',
    pathOf: ({ id }) => `/projects/${id}/`,
    add: (path, traits) => fake.project(path, traits),
  });
}

/** Every kind, for what all of them promise. */
export const HOSTED_REGISTRIES: readonly (readonly [
  string,
  (options?: PortsOptions) => Promise<HostedRegistry>,
])[] = [
  ['GitHub', hostedGithub],
  ['GitLab', hostedGitlab],
];
