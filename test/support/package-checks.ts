import { documentBreaches } from './package-documents.js';
import { manifestBreaches } from './package-manifest.js';
import { referenceBreaches } from './package-references.js';
import { documentsOf, type ShippedPackage } from './shipped-package.js';
import { readWorkflow } from '../../src/cores/workflow-graph/read-workflow.js';
import { graphBreaches } from './workflow-graph.js';
import { variableBreaches } from './workflow-variables.js';

/** All that is checked of one package; each check answers with what it finds wrong. */
export const PACKAGE_CHECKS = {
  graphs: (shipped) => documentsOf(shipped, 'workflow').map(readWorkflow).flatMap(graphBreaches),
  variables: (shipped) =>
    documentsOf(shipped, 'workflow').map(readWorkflow).flatMap(variableBreaches),
  references: referenceBreaches,
  documents: documentBreaches,
  manifest: manifestBreaches,
} as const satisfies Record<string, (shipped: ShippedPackage) => readonly string[]>;
