import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    target: 'es2022',
    // The server's policy lets nothing inline run or style: every asset is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: false,
  },
  // The server puts a fresh nonce in its place with every page.
  html: { cspNonce: 'NONCE-OF-THIS-PAGE' },
});
