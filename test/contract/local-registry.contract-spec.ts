import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalRegistry } from '../../src/connectors/registry/local/local.registry.js';
import {
  describePackageRegistry,
  type RegistryHarness,
} from './package-registry.contract-suite.js';

async function localHarness(): Promise<RegistryHarness> {
  const root = await mkdtemp(join(tmpdir(), 'local-registry-'));
  const path = join(root, 'repository');
  await mkdir(path);
  const publishBytes = async (project: string, bytes: Buffer) => {
    await mkdir(join(path, project), { recursive: true });
    await writeFile(join(path, project, 'artifact.json'), bytes);
  };
  return {
    open: (limitBytes) => new LocalRegistry({ path, roots: [root], limitBytes }),
    publish: (project, artifact) => publishBytes(project, Buffer.from(JSON.stringify(artifact))),
    publishBytes,
    remove: (project) => rm(join(path, project), { recursive: true }),
    takeAway: () => rm(path, { recursive: true }),
    close: () => rm(root, { recursive: true, force: true }),
  };
}

describePackageRegistry('local', localHarness);
