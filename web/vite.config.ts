import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The built page goes where the Python package serves it from; GROGNARD_SERVER names a server for "npm run dev".
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [svelte()],
  base: './',
  build: {
    outDir: process.env['GROGNARD_WEB_OUT'] ?? here('../src/grognard/server/static'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: { '/api': process.env['GROGNARD_SERVER'] ?? 'http://127.0.0.1:8014' },
  },
  test: { include: ['tests/**/*.test.ts'] },
});
