/** Texts of the screens of packages. */

export const addRepository = 'Add a repository';
export const adopt = 'Take over documents that people have made under the same names';
export const adoptHelp =
  'Where one differs, the choice above says whose it is; merge refuses it and shows how. Automations are not taken over.';
export const alsoBreakingOthers = 'Also where that breaks other packages';
export const alsoChangedDocuments =
  'Also where somebody has changed its documents since: their changes are lost';
export const alsoDependents = 'Along with what needs it';
export const alsoUnmetNeeds = 'Also when something that it needs does not run here';
export const andMore = (count: number): string => ` and ${count} more`;
export const answeredAsIfDone = 'The platform answered as if all of it were done';
export const applyExactlyThis = 'Apply exactly this';
export const askRemoveRepository = (name: string): string =>
  `Offer nothing of ${name} any more? Installed packages stay.`;
export const at = 'At';
export const becomes = 'Becomes';
export const begun = 'Begun';
export const catalogue = 'Catalogue';
export const changeVersion = 'Change version';
export const changedAt = 'Changed at';
export const content = 'Content';
export const endsLater = 'It ends a little later';
export const file = 'a file';
export const fileOfPackage = 'File of the package';
export const fileOfPackageHelp =
  'artifact.json, as a package is exported. It takes the place of a version that is here.';
export const goesOnInBackground = 'It goes on in the background';
export const here = 'Here';
export const hostHelp = 'None for a local directory.';
export const inBackground = 'In the background';
export const install = 'Install';
export const installFromFile = 'Install from a file';
export const installOneFromCatalogue = 'Install one from the catalogue.';
export const installOrChange = (name: string, isHere: boolean): string =>
  `${isHere ? 'Change the version of' : 'Install'} ${name}`;
export const installed = 'Installed';
export const installedPackages = 'Installed packages';
export const isAsYouSaid = (name: string): string => `${name} is as you said`;
export const isBeingRead = (name: string): string => `${name} is being read`;
export const isNotInstalled = 'It is not installed here';
export const isRemoved = (name: string): string => `${name} is removed`;
export const itsSignatureInBase64 = 'Its signature, in base64';
export const keysHelp = 'Public keys, separated by an empty line.';
export const keysOfSigners = 'Keys of those who may sign';
export const licence = 'Licence';
export const nameWordsOrAuthor = 'Name, words or author';
export const needs = (dependency: string, range: string): string =>
  `It needs ${dependency} ${range}`;
export const noOperations = 'Nothing went on in the last seven days.';
export const noPackageMatches = 'No repository offers such a package.';
export const noRepositories = 'Add one, and its packages are in the catalogue.';
export const noRepositoryOffersIt = 'No repository offers it';
export const noSignaturesAskedFor = 'no signatures asked for';
export const notInstalled = 'not installed';
export const notInstalledHere = 'It is not installed here.';
export const packageTitle = 'Package';
export const packagesRead = (packages: number, versions: number, broken: number): string =>
  `${packages} packages, ${versions} versions${broken > 0 ? `, ${broken} broken` : ''}`;
export const partsOfPackages = 'Parts of packages';
export const pathHelp = 'A group, an organisation, a project, or a directory.';
export const planCannotBeDone = 'The plan cannot be done';
export const planFor = (name: string): string => `Plan for ${name}`;
export const progress = (done: number, total: number | null, step: string): string =>
  `${done}${total === null ? '' : ` of ${total}`} ${step}`;
export const projectsRead = (projects: number, projectsTotal: number | string): string =>
  `${projects} of ${projectsTotal} projects read`;
export const read = 'Read';
export const readMe = 'Read me';
export const readNow = 'Read now';
export const remove = 'Remove';
export const removeExactlyThis = 'Remove exactly this';
export const removeName = (name: string): string => `Remove ${name}`;
export const repositories = 'Repositories';
export const repository = 'Repository';
export const repositoryIsAdded = 'The repository is added, and read soon';
export const repositoryNameHelp = 'For example @acme';
export const rollBack = 'Roll back';
export const rollBackTitle = (name: string): string => `Bring back the version of ${name} before`;
export const signature = 'Signature';
export const signatureOutcome = (outcome: string): string => `Signature: ${outcome}`;
export const signaturesAreChecked = 'signatures are checked';
export const signedOnly = 'Take packages with a valid signature alone';
export const signedPackagesAlone = 'signed packages alone';
export const signedWith = 'Signed with';
export const soFar = 'So far';
export const somebodyHasChangedIt = 'somebody has changed it';
export const stop = 'Stop';
export const tokenHelp = 'It goes to the host above and nowhere else.';
export const trust = 'Trust';
export const userChanges = 'What people have changed';
export const userChangesHelp =
  'merge keeps both where they do not touch, keep leaves those documents, overwrite loses the changes.';
export const versionBeforeIsBack = 'The version before is back';
export const versionIsOffered = (version: string): string => `version ${version} is offered`;
export const versionNumber = (version: string): string => `version ${version}`;
export const whatChangesIn = (stays: boolean, name: string): string =>
  `${stays ? 'What the package has otherwise in' : 'What changes in'} ${name}`;
export const whatWasInstalled = 'What was installed';
export const where = 'Where';
export const whomToTrustFor = (name: string): string => `Whom to trust for ${name}`;
export const words = 'Words';
