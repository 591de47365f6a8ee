import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['node_modules/', 'dist/'] },
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      // Layers of the map and symbols come as SVG from our own server, which draws them from its own data.
      'svelte/no-at-html-tags': 'off',
      // Maps and sets here are made anew when they change, never altered: plain ones are right and quicker.
      'svelte/prefer-svelte-reactivity': 'off',
      // The page is static and uses #-routes: there is no router to resolve links for.
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
);
