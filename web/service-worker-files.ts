// Writes the lists of built files into the service worker: those that the app needs without a network, and those that
// forms with certain fields need too.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, Plugin } from 'vite';
import { afterBuild } from './after-build.ts';

/** Screens that open without a network, with everything that they import. */
const PAGES = [
  'index.html',
  'src/app.tsx',
  'src/pages/forms/fill-page.tsx',
  'src/pages/forms/form-page.tsx',
  'src/form-lists/assigned-work.tsx',
  'src/form-lists/kept-forms.tsx',
  'src/pages/forms/my-forms-page.tsx',
  'src/pages/forms/new-form-page.tsx',
  'src/pages/home/home-page.tsx',
  'src/pages/home/admin-home.tsx',
  'src/pages/outbox/outbox-page.tsx',
];
/**
 * Files that a screen loads later by itself; other screens are not among them. Nor are the engine's own texts in the
 * languages of single forms: without a network, their buttons are in English; nor is the palette, which asks the server.
 */
const LATER: readonly RegExp[] = [
  /^\.\.\/src\/questionnaires\/answers\//,
  ...['locales', 'survey', 'fill', 'offline', 'identity'].map(
    (name) => new RegExp(`^src/${name}/`),
  ),
  /^src\/shell\/(?!palette\/)/,
  /^src\/kinds\/signature-/,
  /^\.\.\/node_modules\/survey-core\/(?!.*\/i18n\/(?!german))/,
];
/** The screen of a type of field, and what belongs to such screens alone. */
const KIND = /^src\/kinds\/([a-z]+)-screen\.tsx$/;
const OF_KINDS = [/^src\/kinds\//];
/** The reader of barcodes, for browsers that have none. */
const READER = /^(?:code-reader\.worker|zxing_reader)-/;
export const WORKER = 'service-worker';

/** Replaces the placeholders in the worker after the build. */
export const serviceWorkerFiles = (): Plugin =>
  afterBuild('service-worker-files', (folder, manifest) => {
    requireAll(manifest, LATER);
    const files = filesOf(manifest, PAGES, LATER);
    const reader = readdirSync(join(folder, 'assets')).filter(
      (each) => /\.(?:js|wasm)$/.test(each) && READER.test(each),
    );
    const readerFiles = reader.map((each) => `/assets/${each}`);
    const kinds = {
      ...kindsOf(manifest, new Set([...files, ...readerFiles])),
      'code-reader': readerFiles,
    };
    const digest = createHash('sha256')
      .update(JSON.stringify([files, kinds]))
      .digest('hex')
      .slice(0, 16);
    const path = join(folder, `${WORKER}.js`);
    const code = readFileSync(path, 'utf8')
      .replaceAll('BUILD_DIGEST', JSON.stringify(digest))
      .replaceAll('BUILD_FILES', JSON.stringify(files))
      .replaceAll('BUILD_KINDS', JSON.stringify(kinds));
    writeFileSync(path, code);
  });

/** @throws Error for a pattern that names nothing: a folder was moved, and its files would be missing without a network */
function requireAll(manifest: Manifest, patterns: readonly RegExp[]): void {
  const late = Object.values(manifest).flatMap(({ dynamicImports = [] }) => dynamicImports);
  for (const pattern of patterns) {
    if (!late.some((key) => pattern.test(key)))
      throw new Error(
        `The service worker keeps ${pattern.source}, of which nothing is loaded late`,
      );
  }
}

/** Returns, by the type of field, the files that only forms with it need. */
function kindsOf(
  manifest: Manifest,
  known: ReadonlySet<string>,
): Readonly<Record<string, readonly string[]>> {
  const kinds = Object.keys(manifest).flatMap((key) => {
    const kind = KIND.exec(key)?.[1];
    const files = filesOf(manifest, [key], OF_KINDS).filter((file) => !known.has(file));
    return kind === undefined ? [] : [[kind, files] as const];
  });
  return Object.fromEntries(kinds);
}

/** Returns the files of some modules with everything that they import, and that they load later where `later` matches. */
function filesOf(
  manifest: Manifest,
  keys: readonly string[],
  later: readonly RegExp[],
): readonly string[] {
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
    chunk.dynamicImports?.filter((each) => later.some((of) => of.test(each))).forEach(add);
  };
  keys.forEach(add);
  return [...files].sort();
}
