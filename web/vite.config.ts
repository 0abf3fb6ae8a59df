import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { serviceWorkerFiles, WORKER } from './service-worker-files.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), serviceWorkerFiles()],
  build: {
    target: 'es2022',
    // The server's content security policy allows nothing inline, so every asset is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: false,
    rollupOptions: {
      input: {
        index: join(import.meta.dirname, 'index.html'),
        [WORKER]: join(import.meta.dirname, 'src', 'service-worker', `${WORKER}.ts`),
      },
      output: {
        // The service worker's URL is the same in every build, and at the root, because a worker controls only the
        // paths below it.
        entryFileNames: ({ name }) => (name === WORKER ? '[name].js' : 'assets/[name]-[hash].js'),
        // Each file costs a round trip, however small it is, so everything that every screen loads is one file. The
        // entry stays out of it, because a group that contains the entry leaves index.html out of the manifest.
        codeSplitting: {
          groups: [
            {
              name: 'shell',
              tags: ['$initial'],
              test: (id) => !/[\\/]src[\\/](?:main\.tsx|service-worker[\\/])|index\.html/.test(id),
            },
            // Modules that every screen with a field needs, the sign-in screen too.
            {
              name: 'field',
              test: /@mantine[\\/]core[\\/]esm[\\/]components[\\/](?:Input|InputBase|NativeSelect|TextInput)[\\/]/,
              includeDependenciesRecursively: false,
            },
            // Modules that every list of the web app uses.
            {
              name: 'list',
              test: /src[\\/](?:lists[\\/](?:choice-field|data-table|filter-bar|list-view|nothing-found|search-field|table-parts|use-list)|components[\\/](?:empty-state|section|state-badge|time))\./,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  // The server replaces it by a new nonce in every document.
  html: { cspNonce: 'NONCE-OF-THIS-PAGE' },
});
