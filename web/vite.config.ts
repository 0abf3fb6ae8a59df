import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bundledPackages, packagesOfBuild } from './bundled-packages.ts';
import { groups } from './chunks.ts';
import { filesBeside, lateFiles } from './late-files.ts';
import { mantineStyles } from './mantine-styles.ts';
import { preloads } from './preloads.ts';
import { serviceWorkerFiles, WORKER } from './service-worker-files.ts';
import { unusedParts } from './unused-parts.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    unusedParts(),
    mantineStyles(),
    lateFiles(),
    preloads(),
    serviceWorkerFiles(),
    packagesOfBuild(),
    bundledPackages(),
  ],
  worker: { plugins: () => [packagesOfBuild()] },
  build: {
    target: 'es2022',
    // The server's policy lets nothing inline run or style: every asset is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: filesBeside },
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
        // Every page loads the list of all names, in which hashes are all that does not compress: 32 bits of each are enough.
        hashCharacters: 'hex',
        codeSplitting: { groups },
      },
    },
  },
  // The server puts a fresh nonce in its place with every page.
  html: { cspNonce: 'NONCE-OF-THIS-PAGE' },
});
