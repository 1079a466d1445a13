import { githubRegistry } from '../../src/connectors/registry/github/github.registry.js';
import { MemoryAnswerStore } from '../../src/connectors/registry/memory-answer-store.js';
import { FakeGithub } from '../support/fakes/github.js';
import { type GithubRepository } from '../support/fakes/github/github-repository.js';
import { registryPorts } from '../support/fakes/registry-ports.js';
import {
  describePackageRegistry,
  type RegistryHarness,
} from './package-registry.contract-suite.js';

const TOKEN = 'ghp_of_the_suite';

async function githubHarness(): Promise<RegistryHarness> {
  const github = await FakeGithub.start({ token: TOKEN });
  github.organisation('acme');
  const ports = registryPorts();
  const repositories = new Map<string, GithubRepository>();
  const publishBytes = (name: string, bytes: Buffer): Promise<void> => {
    const repository =
      repositories.get(name) ?? github.repository(`acme/${name}`, { isPrivate: true });
    repositories.set(name, repository);
    repository.commit({ 'artifact.json': bytes });
    return Promise.resolve();
  };
  return {
    open: (limitBytes) =>
      githubRegistry(
        { type: 'github', hostname: github.baseUrl, path: 'acme', token: TOKEN },
        { answers: new MemoryAnswerStore() },
        { ...ports, limitBytes },
      ),
    publish: (name, artifact) => publishBytes(name, Buffer.from(JSON.stringify(artifact))),
    publishBytes,
    remove: (name) => {
      const repository = repositories.get(name);
      if (repository) github.remove(repository);
      return Promise.resolve();
    },
    takeAway: () => {
      github.fail({ answer: 401, message: 'Bad credentials' });
      return Promise.resolve();
    },
    close: async () => {
      await ports.close();
      await github.close();
    },
  };
}

describePackageRegistry('github', githubHarness);
