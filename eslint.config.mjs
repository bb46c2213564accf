import coreWebVitals from 'eslint-config-next/core-web-vitals';
import nextTypescript from 'eslint-config-next/typescript';
import tseslint from 'typescript-eslint';
import { fileNames } from './scripts/lint/file-names.mjs';
import { importCycles } from './scripts/lint/import-cycles.mjs';
import { importRules } from './scripts/lint/import-rules.mjs';

const CODE = ['**/*.{ts,tsx,mjs}'];
const TYPED = ['**/*.{ts,tsx}'];
const TESTS = ['**/*.test.{ts,tsx,mjs}', 'e2e/**'];
/** The only files that read the environment: two modules of the product, and those that start processes. */
const ENVIRONMENT = [
  'lib/relay/env.ts',
  'lib/index-service/env.ts',
  'instrumentation.ts',
  '*.config.{ts,mjs}',
  'scripts/**',
  'e2e/**',
];

/** Folders without React: its rules are slow, because they compile every file. */
const WITHOUT_REACT = ['{e2e,scripts,lib/{contract,dag,index-service,json,relay,view}}/**/*.{ts,mjs}'];
const REACT_RULES = coreWebVitals
  .flatMap(({ rules = {} }) => Object.keys(rules))
  .filter((name) => /^react(-hooks)?\//.test(name));

const local = {
  rules: { 'import-cycles': importCycles, 'import-rules': importRules, 'file-names': fileNames },
};

const config = [
  {
    ignores: [
      '**/.next/**',
      '.data/**',
      '.cache/**',
      'test-results/**',
      'playwright-report/**',
      'next-env.d.ts',
    ],
  },
  ...coreWebVitals,
  ...nextTypescript,
  ...tseslint.configs.recommendedTypeChecked.map((part) => ({ ...part, files: TYPED })),
  {
    files: TYPED,
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: CODE,
    plugins: { local },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always'],
      'local/file-names': 'error',
      'local/import-cycles': 'error',
      'local/import-rules': 'error',
      'import/no-anonymous-default-export': 'off',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'no-nested-ternary': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'No barrels: import the file that has it.' },
      ],
      // The compiler only says that it leaves such a component alone; nothing is wrong with the component.
      'react-hooks/incompatible-library': 'off',
    },
  },
  {
    files: CODE,
    ignores: ENVIRONMENT,
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only the env modules read the environment.' },
      ],
      'no-restricted-imports': ['error', { paths: ['process', 'node:process'] }],
    },
  },
  {
    files: ['app/**', 'components/**', 'lib/{client,contract,dag,json,relay,view}/**'],
    rules: { 'no-console': 'error' },
  },
  { files: WITHOUT_REACT, rules: Object.fromEntries(REACT_RULES.map((name) => [name, 'off'])) },
  {
    files: TESTS,
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
];

export default config;
