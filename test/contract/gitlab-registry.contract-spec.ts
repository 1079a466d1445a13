import { gitlabRegistry } from '../../src/connectors/registry/gitlab/gitlab.registry.js';
import { MemoryAnswerStore } from '../../src/connectors/registry/memory-answer-store.js';
import { FakeGitlab } from '../support/fakes/gitlab.js';
import { type GitlabProject } from '../support/fakes/gitlab/gitlab-project.js';
import { registryPorts } from '../support/fakes/registry-ports.js';
import {
  describePackageRegistry,
  type RegistryHarness,
} from './package-registry.contract-suite.js';

const TOKEN = 'glpat-of-the-suite';

async function gitlabHarness(): Promise<RegistryHarness> {
  const gitlab = await FakeGitlab.start({ basePath: '/gitlab', token: TOKEN });
  const ports = registryPorts();
  const projects = new Map<string, GitlabProject>();
  // A group is there as long as it has a project: this one is empty, and so is left out.
  gitlab.project('acme/packages/empty');
  const publishBytes = (name: string, bytes: Buffer): Promise<void> => {
    const path = `acme/packages/${name}`;
    const project = projects.get(name) ?? gitlab.project(path, { isPrivate: true });
    projects.set(name, project);
    project.commit({ 'artifact.json': bytes });
    return Promise.resolve();
  };
  return {
    open: (limitBytes) =>
      gitlabRegistry(
        { type: 'gitlab', hostname: gitlab.baseUrl, path: 'acme', token: TOKEN },
        { answers: new MemoryAnswerStore() },
        { ...ports, limitBytes },
      ),
    publish: (name, artifact) => publishBytes(name, Buffer.from(JSON.stringify(artifact))),
    publishBytes,
    remove: (name) => {
      const project = projects.get(name);
      if (project) gitlab.remove(project);
      return Promise.resolve();
    },
    takeAway: () => {
      gitlab.fail({ answer: 401, message: '401 Unauthorized' });
      return Promise.resolve();
    },
    close: async () => {
      await ports.close();
      await gitlab.close();
    },
  };
}

describePackageRegistry('gitlab', gitlabHarness);
