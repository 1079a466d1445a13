import checkFile from 'eslint-plugin-check-file';
import importX from 'eslint-plugin-import-x';
import n from 'eslint-plugin-n';
import prettier from 'eslint-config-prettier';
import vitest from '@vitest/eslint-plugin';
import tseslint from 'typescript-eslint';

const NO_CLOCK = [
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Time comes in by the Clock port or by parameter (R24).',
  },
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Time comes in by the Clock port or by parameter (R24).',
  },
];
const FORBIDDEN = [
  { selector: 'TSEnumDeclaration', message: 'Closed sets are unions from an as-const list (R20).' },
  { selector: "Identifier[name='forwardRef']", message: 'Extract the shared part down (R13).' },
  {
    selector: 'ObjectExpression > SpreadElement > ObjectExpression',
    message: '`...{ a, b }` says the same as `a, b`.',
  },
];
/** Attributes and members that people read. */
const READ =
  '/^(title|label|aria-label|placeholder|help|note|intro|verb|question|done|unable|empty|otherwise|place)$/';
const NAMES =
  ":not(JSXAttribute[name.name='className'] *, VariableDeclarator[id.name='className'] *)";
const NO_TEXTS = [
  'JSXText[value=/\\p{L}{2}/u]',
  `JSXAttribute[name.name=${READ}] > Literal`,
  `Property[key.name=${READ}] > Literal.value[value=/[a-z]/]`,
  'JSXElement > JSXExpressionContainer > :matches(ConditionalExpression, LogicalExpression) > Literal[value=/[a-z]{2}/]',
  // A word that begins with a capital, or several words.
  `Literal[value=/^[^\\w]*([A-Z][a-z]+( |$)|[a-z]+ ([a-z]+ )*[a-z]+$)/]${NAMES}:not(BinaryExpression > *, TSLiteralType > *, Property > .key, CallExpression[callee.property.name=/With$/] > *)`,
  `TemplateElement[value.raw=/(^|[^-=&?])\\b[a-z]{2,} |[ ,“][A-Za-z]{2,}/][value.raw!=/^(curl|-H|authorization:) /]${NAMES}`,
].map((selector) => ({
  selector,
  message: 'What people read stands in packages/console/src/texts.',
}));
const ROUTE_DECORATORS = {
  name: '@nestjs/common',
  importNames: ['Get', 'Post', 'Put', 'Patch', 'Delete', 'All', 'HttpCode', 'UseGuards'],
  message: 'Routes are declared by @Operation alone (R27).',
};
const HTTP_EXCEPTIONS = {
  name: '@nestjs/common',
  importNames: ['HttpException', 'BadRequestException', 'NotFoundException', 'ConflictException'],
  message: 'Throw AppError subclasses from the kernel (R42).',
};

export default tseslint.config(
  { ignores: ['**/dist/', 'node_modules/', 'data/', 'demo-data/', 'coverage/'] },
  { files: ['packages/*/src/generated/**/*.ts'], languageOptions: { parser: tseslint.parser } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    ignores: ['packages/*/src/generated/**'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { 'check-file': checkFile, 'import-x': importX, n },
    rules: {
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/explicit-function-return-type': ['error', { allowExpressions: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/prefer-readonly': 'error',
      // Nest types its options as classes; literals are how they are meant to be given.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-classes-per-file': ['error', 1],
      'max-depth': ['error', 3],
      'max-params': ['error', 4],
      complexity: ['error', 8],
      'no-else-return': 'error',
      'no-console': 'error',
      'no-warning-comments': 'error',
      'n/no-process-env': 'error',
      'import-x/no-default-export': 'error',
      'check-file/filename-naming-convention': [
        'error',
        { '**/*.{ts,tsx}': '?([0-9]*-)+([a-z0-9-])' },
        { ignoreMiddleExtensions: true },
      ],
      'check-file/no-index': 'error',
      'no-restricted-syntax': ['error', ...FORBIDDEN, ...NO_CLOCK],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/api/**'],
    rules: {
      'no-restricted-imports': ['error', { paths: [ROUTE_DECORATORS, HTTP_EXCEPTIONS] }],
    },
  },
  {
    // Components are markup for the most part: its lines and its conditions are read, not followed.
    files: ['packages/console/src/**/*.tsx'],
    rules: {
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 12],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  {
    files: ['packages/console/src/**/*.{ts,tsx}'],
    ignores: ['packages/console/src/texts/**', '**/*.spec.ts'],
    rules: { 'no-restricted-syntax': ['error', ...FORBIDDEN, ...NO_CLOCK, ...NO_TEXTS] },
  },
  { files: ['src/api/operations/*.ts'], rules: { 'max-lines': 'off' } }, // one table, one reader
  {
    files: ['src/platform/config/env.ts', 'packages/cli/src/netadmin.ts'],
    rules: { 'n/no-process-env': 'off' },
  },
  {
    files: ['src/platform/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...FORBIDDEN] },
  },
  { files: ['demo/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...FORBIDDEN] } },
  {
    files: ['**/*.controller.ts'],
    rules: {
      'max-lines-per-function': ['error', { max: 10, skipBlankLines: true }],
      'max-params': ['error', 5],
    },
  },
  { files: ['**/*.service.ts'], rules: { 'max-params': ['error', 5] } },
  {
    files: ['**/*.dto.ts'],
    rules: {
      'max-classes-per-file': 'off',
      'no-restricted-syntax': [
        'error',
        ...FORBIDDEN,
        { selector: 'MethodDefinition', message: 'DTOs are data (R30).' },
      ],
    },
  },
  {
    files: ['**/*.spec.ts', '**/*.int-spec.ts', 'test/**/*.ts'],
    extends: [vitest.configs.recommended],
    languageOptions: { globals: {} },
    rules: {
      'max-lines-per-function': 'off',
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      'max-classes-per-file': 'off',
      'no-restricted-syntax': ['error', ...FORBIDDEN],
      '@typescript-eslint/explicit-function-return-type': 'off',
      // Vitest types its asymmetric matchers, `expect.any` among them, as `any`.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      'vitest/no-conditional-expect': 'error',
      'vitest/expect-expect': [
        'error',
        { assertFunctionNames: ['expect', 'expect*', 'fc.assert', '**.expect*'] },
      ],
    },
  },
  prettier,
);
