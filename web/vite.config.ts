import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { serviceWorkerFiles, WORKER } from './service-worker-files.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), serviceWorkerFiles()],
  build: {
    target: 'es2022',
    // The server's policy lets nothing inline run or style: every asset is a file of its own.
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
        // Its address is the same in every build, and at the top: that is what it may serve.
        entryFileNames: ({ name }) => (name === WORKER ? '[name].js' : 'assets/[name]-[hash].js'),
        // A file costs a round trip, however small it is: what every page loads is one. The entry stays out of it, because a
        // group that takes the entry in leaves index.html out of the manifest.
        codeSplitting: {
          groups: [
            {
              name: 'shell',
              tags: ['$initial'],
              test: (id) => !/[\\/]src[\\/](?:main\.tsx|service-worker[\\/])|index\.html/.test(id),
            },
            // What every page with a field needs, the one to sign in at too.
            {
              name: 'field',
              test: /@mantine[\\/]core[\\/]esm[\\/]components[\\/](?:Input|InputBase|NativeSelect|TextInput)[\\/]/,
              includeDependenciesRecursively: false,
            },
            // What every list of the web app is made of.
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
  // The server puts a fresh nonce in its place with every page.
  html: { cspNonce: 'NONCE-OF-THIS-PAGE' },
});
