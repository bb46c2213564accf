// Rules of `npm run lint`: all of oxlint's category `correctness`, and those below. Found only with `--config`, because oxlint
// looks for a `.ts` file, which Node 20 cannot load.
import { ENVIRONMENT, importOverrides, IMPORTS } from './scripts/lint/areas.mjs';

const TYPED = ['**/*.{ts,tsx}'];
const TESTS = ['**/*.test.{ts,tsx,mjs}', 'e2e/**'];
const WITHOUT_REACT = ['{e2e,scripts,lib/{contract,dag,index-service,json,relay,view}}/**/*.{ts,mjs}'];

const off = (names) => Object.fromEntries(names.map((name) => [name, 'off']));
const errors = (names) => Object.fromEntries(names.map((name) => [name, 'error']));

/** @type {import('oxlint').OxlintConfig} */
const config = {
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'nextjs'],
  categories: { correctness: 'error' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: [
    '**/.next/**',
    '.data/**',
    '.cache/**',
    'test-results/**',
    'playwright-report/**',
    'next-env.d.ts',
  ],
  rules: {
    ...IMPORTS,
    'no-restricted-properties': [
      'error',
      { object: 'process', property: 'env', message: 'Only the env modules read the environment.' },
    ],
    'import/no-cycle': 'error',
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'max-lines': ['error', { max: 450, skipBlankLines: true, skipComments: true }],
    eqeqeq: ['error', 'always'],
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    ...errors(['no-array-constructor', 'no-nested-ternary', 'no-var']),
    ...errors(['prefer-const', 'prefer-rest-params', 'prefer-spread']),
    ...errors([
      'typescript/ban-ts-comment',
      'typescript/no-empty-object-type',
      'typescript/no-explicit-any',
      // Such an import remains at run time, but `no-cycle` takes it for one of types.
      'typescript/no-import-type-side-effects',
      'typescript/no-namespace',
      'typescript/no-require-imports',
      'typescript/no-unnecessary-type-constraint',
      'typescript/no-unsafe-function-type',
    ]),
    ...errors([
      'react/display-name',
      'react/jsx-no-comment-textnodes',
      'react/no-unescaped-entities',
      'react/require-render-return',
      'react/rules-of-hooks',
      'react/unsupported-syntax',
    ]),
    'react/no-unsafe': ['error', { checkAliases: true }],
    'jsx-a11y/alt-text': ['error', { elements: ['img'], img: ['Image'] }],
    // Of `correctness`, what is a matter of taste, or what `e2e/accessibility` checks in the rendered pages.
    ...off([
      'no-control-regex',
      'react/no-did-update-set-state',
      'typescript/no-misused-spread',
      'typescript/require-array-sort-compare',
      'unicorn/no-thenable',
      'unicorn/no-useless-spread',
      'unicorn/prefer-string-starts-ends-with',
      'jsx-a11y/anchor-has-content',
      'jsx-a11y/click-events-have-key-events',
      'jsx-a11y/control-has-associated-label',
      'jsx-a11y/label-has-associated-control',
      'jsx-a11y/no-autofocus',
      'jsx-a11y/no-noninteractive-element-interactions',
      'jsx-a11y/no-noninteractive-element-to-interactive-role',
      'jsx-a11y/no-noninteractive-tabindex',
      'jsx-a11y/no-static-element-interactions',
      'jsx-a11y/prefer-tag-over-role',
    ]),
    // The compiler only says that it leaves such a component alone; nothing is wrong with the component.
    'react/incompatible-library': 'off',
  },
  overrides: [
    {
      files: TYPED,
      rules: {
        'typescript/consistent-type-imports': 'error',
        'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
        'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
        ...errors([
          'typescript/no-non-null-assertion',
          'typescript/no-unnecessary-type-assertion',
          'typescript/no-unsafe-argument',
          'typescript/no-unsafe-assignment',
          'typescript/no-unsafe-call',
          'typescript/no-unsafe-enum-comparison',
          'typescript/no-unsafe-member-access',
          'typescript/no-unsafe-return',
          'typescript/only-throw-error',
          'typescript/prefer-promise-reject-errors',
          'typescript/restrict-plus-operands',
        ]),
      },
    },
    ...importOverrides,
    { files: ENVIRONMENT, rules: off(['no-restricted-properties']) },
    {
      files: ['app/**', 'components/**', 'lib/{client,contract,dag,json,relay,view}/**'],
      rules: { 'no-console': 'error' },
    },
    {
      files: TESTS,
      rules: off([
        'no-empty-pattern',
        'no-unsafe-optional-chaining',
        'typescript/no-non-null-assertion',
        'typescript/no-unsafe-argument',
        'typescript/no-unsafe-assignment',
        'typescript/no-unsafe-call',
        'typescript/no-unsafe-member-access',
        'typescript/no-unsafe-return',
        'typescript/unbound-method',
      ]),
    },
    // Without types an array's elements are unknown.
    { files: ['**/*.mjs'], rules: off(['typescript/restrict-template-expressions']) },
    // Playwright's fixtures call a function `use`, which is no hook.
    { files: WITHOUT_REACT, rules: off(['react/rules-of-hooks']) },
  ],
};

export default config;
