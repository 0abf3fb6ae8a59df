// `npm run styleguide [-- --port 5173]`: serves the style guide, which shows every part of the design system with sample
// data, and keeps it in step with the sources. For development only: nothing of it is in what `npm run build` makes.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';

const ROOT = join(import.meta.dirname, '..');

const { values } = parseArgs({ options: { port: { type: 'string', default: '5173' } } });

const server = await createServer({
  configFile: false,
  root: join(ROOT, 'web'),
  cacheDir: join(ROOT, 'node_modules', '.cache', 'styleguide'),
  // There are two pages, the guide and the web app; an address that is neither is a 404.
  appType: 'mpa',
  logLevel: 'error',
  plugins: [react()],
  // Found at the start: a package that is found later would load the page again while somebody looks at it.
  optimizeDeps: { entries: ['styleguide/index.html'] },
  server: { port: Number(values.port), host: 'localhost' },
});
await server.listen();
const [address = ''] = server.resolvedUrls?.local ?? [];
process.stdout.write(`the style guide is at ${address}styleguide/\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void server.close());
}
