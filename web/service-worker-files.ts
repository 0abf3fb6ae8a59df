// Tells the service worker which built files there are: those that an app without a network needs.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, Plugin } from 'vite';

/** What opens without a network, with everything that it imports. */
const PAGES = [
  'index.html',
  'src/app.tsx',
  'src/pages/forms/fill-page.tsx',
  'src/pages/forms/form-page.tsx',
  'src/pages/forms/kept-forms.tsx',
  'src/pages/forms/my-forms-page.tsx',
  'src/pages/forms/new-form-page.tsx',
  'src/pages/home/home-page.tsx',
  'src/pages/outbox/outbox-page.tsx',
];
/** Of what a page loads later by itself: not other pages. */
const LATER =
  /^(?:src\/(?:locales|survey|shell|fill|offline|identity)\/|node_modules\/survey-core\/)/;
export const WORKER = 'service-worker';

/** Writes the list into the worker, once everything is built. */
export function serviceWorkerFiles(): Plugin {
  let folder = '';
  return {
    name: 'service-worker-files',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir);
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        const manifest: Manifest = JSON.parse(
          readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'),
        );
        const files = filesOf(manifest);
        const digest = createHash('sha256').update(files.join()).digest('hex').slice(0, 16);
        const path = join(folder, `${WORKER}.js`);
        const code = readFileSync(path, 'utf8')
          .replaceAll('BUILD_DIGEST', JSON.stringify(digest))
          .replaceAll('BUILD_FILES', JSON.stringify(files));
        writeFileSync(path, code);
      },
    },
  };
}

function filesOf(manifest: Manifest): readonly string[] {
  const seen = new Set<string>();
  const files = new Set<string>(['/icon.svg']);
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined)
      throw new Error(`The service worker names ${key}, which was not built`);
    if (seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) {
      files.add(`/${file}`);
    }
    chunk.imports?.forEach(add);
    chunk.dynamicImports?.filter((each) => LATER.test(each)).forEach(add);
  };
  PAGES.forEach(add);
  return [...files].sort();
}
