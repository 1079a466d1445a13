const swc = {
  module: { type: 'es6' },
  jsc: {
    target: 'es2022',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
};

const project = (displayName, testMatch, extra = {}) => ({
  displayName,
  testMatch,
  testEnvironment: 'node',
  // Packages of the catalogue are data: several versions of one share a name.
  modulePathIgnorePatterns: ['<rootDir>/catalogue/', '<rootDir>/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', swc] },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  ...extra,
});

/** One engine serves every file that needs a database; each file takes a database of its own. */
const withDatabase = {
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
};

export default {
  coverageProvider: 'v8',
  reporters: ['default', '<rootDir>/test/support/contract-reporter.mjs'],
  maxWorkers: 3,
  workerIdleMemoryLimit: '800MB',
  // Only against tests that hang: a loaded machine takes its time.
  testTimeout: 120_000,
  projects: [
    project('unit', ['<rootDir>/src/**/*.spec.ts']),
    project(
      'contract',
      ['<rootDir>/src/**/*.int-spec.ts', '<rootDir>/test/contract/**/*.contract-spec.ts'],
      withDatabase,
    ),
    project('e2e', ['<rootDir>/test/e2e/**/*.e2e-spec.ts'], withDatabase),
  ],
};
