// Writes the list of built files into the service worker: those that the app needs without a network.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, Plugin } from 'vite';
import { afterBuild } from './after-build.ts';

/** Screens that open without a network, with everything that they import. */
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
/** Files that a screen loads later by itself; other screens are not among them. */
const LATER =
  /^(?:src\/(?:locales|survey|shell|fill|offline|identity)\/|node_modules\/survey-core\/)/;
export const WORKER = 'service-worker';

/** Replaces the placeholders in the worker after the build. */
export const serviceWorkerFiles = (): Plugin =>
  afterBuild('service-worker-files', (folder, manifest) => {
    const files = filesOf(manifest);
    const digest = createHash('sha256').update(files.join()).digest('hex').slice(0, 16);
    const path = join(folder, `${WORKER}.js`);
    const code = readFileSync(path, 'utf8')
      .replaceAll('BUILD_DIGEST', JSON.stringify(digest))
      .replaceAll('BUILD_FILES', JSON.stringify(files));
    writeFileSync(path, code);
  });

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
