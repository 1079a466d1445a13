import { HOSTED_REGISTRIES } from '../support/fakes/hosted-registry.js';
import { type FakeGitRepository } from '../support/fakes/registry/fake-git-repository.js';
import {
  describePackageRegistry,
  type RegistryHarness,
} from './package-registry.contract-suite.js';

async function harnessOf(start: (typeof HOSTED_REGISTRIES)[number][1]): Promise<RegistryHarness> {
  const hosted = await start();
  const repositories = new Map<string, FakeGitRepository>();
  // A group is there as long as it has a project: this one is empty, and so is left out.
  hosted.add('empty');
  const publishBytes = (name: string, bytes: Buffer): Promise<void> => {
    const repository = repositories.get(name) ?? hosted.add(name, { isPrivate: true });
    repositories.set(name, repository);
    repository.commit({ 'artifact.json': bytes });
    return Promise.resolve();
  };
  return {
    open: (limitBytes) => hosted.open({}, { ports: { ...hosted.ports, limitBytes } }),
    publish: (name, artifact) => publishBytes(name, Buffer.from(JSON.stringify(artifact))),
    publishBytes,
    remove: (name) => {
      const repository = repositories.get(name);
      if (repository) hosted.fake.remove(repository);
      return Promise.resolve();
    },
    takeAway: () => {
      hosted.fake.fail({ answer: 401, message: 'Bad credentials' });
      return Promise.resolve();
    },
    close: () => hosted.close(),
  };
}

for (const [kind, start] of HOSTED_REGISTRIES) {
  describePackageRegistry(kind, () => harnessOf(start));
}
