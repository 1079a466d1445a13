import { describeWorkerTasks } from './describe-worker-tasks.js';

const NOBODY = 'the job runs for nobody, or the roles do not admit';
const FILES = {
  create: [
    {
      name: 'bundles',
      type: 'directory',
      content: [
        {
          name: 'workflows',
          type: 'directory',
          content: [{ name: 'Onboard.json', type: 'file', content: '{…}' }],
        },
      ],
    },
  ],
  update: [
    { name: 'package.json', type: 'file', content: '{…}' },
    { name: 'manifest.json', type: 'file', content: '{…}' },
    { name: 'README.md', type: 'file', content: '# Onboarding' },
  ],
};
const FORM =
  'The files are those that `createPublishedArtifactFromScratch` puts out; an `artifact.json` does as well.';

/** Packages of documents. */
export const PACKAGE_TASKS = describeWorkerTasks('AppArtifacts', {
  componentDiscovery: {
    does: 'Which documents belong together: those that are named and all that they refer to, by kind, each with what refers to it; `invalidComponents` names what is not here. `dependencies` is empty: what a package needs, its author says.',
    args: ['entryPoint'],
    outputs: ['discovery'],
    incoming: { entryPoint: { workflow: ['Onboard'], operationsAutomation: [] } },
    answer: {
      componentMap: {
        workflow: [{ id: '64b5', _id: '64b5', name: 'Onboard', parent: [] }],
        transformation: [
          {
            id: '64b6',
            _id: '64b6',
            name: 'Shape',
            parent: [{ name: 'Onboard', type: 'workflow' }],
          },
        ],
      },
      dependencies: [],
      invalidComponents: [],
    },
    fails: `\`error\` where no document is named, a list is of a kind that packages are not built of here (golden configurations), ${NOBODY}.`,
  },
  createPublishedArtifactFromScratch: {
    does: 'The files of a package of the documents that are named and no others, as workflows push them to repositories; `warnings` names references that lead out of it, and secrets that were left out. Nothing is stored. It builds what `POST /admin/artifacts/build` builds.',
    args: ['artifactData', 'modules?', 'packageJson?'],
    outputs: ['callback'],
    incoming: {
      artifactData: {
        metadata: { name: '@acme/onboarding', description: 'Takes devices in', dependencies: [] },
        components: { workflow: [{ name: 'Onboard' }], transformation: [{ id: '64b6' }] },
      },
      modules: [{ package_id: 'app-mop', version: '2023.2.0' }],
      packageJson: { name: '@acme/onboarding', version: '1.0.0' },
    },
    answer: { ...FILES, warnings: [] },
    fails: `\`error\` where a document is not here, the package has no name or a version that is none, ${NOBODY}.`,
  },
  addArtifactToAdminEssentials: {
    does: `Installs the package that files make, as \`POST /admin/artifacts\` does, and puts out its \`_id\`. ${FORM} A document that a user has under the name of one of the package is in its way, as it is there: documents do not become those of a package.`,
    args: ['artifactBundle'],
    outputs: ['AEArtifactID'],
    incoming: { artifactBundle: FILES },
    answer: '64b5c1d2e3f405162738495a',
    fails: `\`error\` where the files are no package, it is installed already, a name is taken, ${NOBODY}.`,
  },
  replaceArtifactAdminEssentials: {
    does: `Installs the package that files make in place of the version that is installed, and puts out 1. ${FORM} What users changed gives way; a rollback brings it back.`,
    args: ['artifactBundle'],
    outputs: ['modifiedCount'],
    incoming: { artifactBundle: FILES },
    answer: 1,
    fails: `\`error\` where the files are no package, it is not installed, a name is taken, ${NOBODY}.`,
  },
});
