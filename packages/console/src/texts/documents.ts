/** Texts of the screens of documents. */

export const analyticTemplates = 'Analytic templates';
export const askRestoreRevision = (revision: number): string =>
  `Make revision ${revision} the newest one?`;
export const changesSinceRevision = (revision: number): string =>
  `Changes since revision ${revision}`;
export const commandTemplates = 'Command templates';
export const documentsOfFile = 'Documents of the file';
export const fileIsRead = 'The file is read';
export const fileOfDocuments = 'File of documents';
export const fileOfDocumentsHelp = 'JSON with any mix of documents; a file can be dropped here';
export const firstOnly = (max: number): string => `The first ${max}: narrow them by name`;
export const forms = 'Forms';
export const importDocuments = 'Import documents';
export const importIt = 'Import';
export const jsonForms = 'JSON forms';
export const kindsOfDocuments = 'Kinds of documents';
export const noDocuments = 'Import some, or install a package that brings them.';
export const noneWereFound = 'None were found.';
export const notKnown = 'not known';
export const now = 'Now';
export const packageTitle = 'a package';
export const problems = 'Problems';
export const replaceDocuments = 'Replace documents of the same names';
export const restoreRevision = (revision: number): string => `Restore revision ${revision}`;
export const revisionIsRestored = (revision: number): string =>
  `Revision ${revision} is the newest one again`;
export const textTemplates = 'Text templates';
export const transformations = 'Transformations';
export const whatChangedSince = (revision: number): string => `What changed since ${revision}`;
export const whatIsWrong = 'What is wrong';
export const whatWasImported = 'What was imported';
