// Tells the server what a browser will need for a page, so that it is asked for along with the page, and not one round trip
// after the other as each script names the next.
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, Plugin } from 'vite';
import { afterBuild } from './after-build.ts';

const LANGUAGES = ['en', 'de'] as const;

interface Preloaded {
  /** Of the path; the most particular comes first. */
  readonly path: string;
  readonly sources: readonly string[];
  /** Files of texts, beside those of every page. */
  readonly texts: readonly string[];
  /** What the page asks of the service first. `$1` stands for what the first group of `path` matched. */
  readonly calls: readonly string[];
}

const front = (path: string, ...sources: readonly string[]): Preloaded => ({
  path,
  sources: ['src/start-front.tsx', ...sources],
  texts: ['sign-in'],
  calls: [],
});

const app = (
  path: string,
  sources: readonly string[],
  texts: readonly string[],
  calls: readonly string[] = [],
): Preloaded => ({
  path,
  sources: ['src/app.tsx', ...sources],
  texts,
  calls: ['/app/v1/session', ...calls],
});

const PAGES: readonly Preloaded[] = [
  front('^/sign-in$'),
  front('^/forgotten-password$', 'src/pages/forgotten-password/forgotten-password-page.tsx'),
  front('^/set-up$', 'src/pages/set-up/set-up-page.tsx'),
  front('^/(?:invitation|reset-password)$', 'src/pages/links/link-page.tsx'),
  front('^/help/', 'src/pages/help/help-page.tsx'),
  app('^/$', ['src/pages/home/home-page.tsx'], ['home', 'forms', 'people', 'alerts']),
  app(
    '^/forms$',
    ['src/pages/forms/my-forms-page.tsx'],
    ['forms', 'people'],
    ['/app/v1/forms?limit=100&scope=mine&sort=agenda'],
  ),
  app('^/forms/new$', ['src/pages/forms/new-form-page.tsx'], ['new-form', 'fill']),
  app(
    '^/forms/([0-9a-f-]{36})/fill$',
    ['src/pages/forms/fill-page.tsx'],
    ['fill', 'survey'],
    ['/app/v1/forms/$1'],
  ),
  app('^/', [], []),
];

/** Writes `preloads.json` beside the manifest, for src/pages/preloads.ts. */
export const preloads = (): Plugin =>
  afterBuild('preloads', (folder, manifest) => {
    const known = PAGES.map((page) => ({
      path: page.path,
      calls: page.calls,
      ...Object.fromEntries(
        LANGUAGES.map((language) => [language, filesOf(folder, manifest, page, language)]),
      ),
    }));
    writeFileSync(join(folder, '.vite', 'preloads.json'), JSON.stringify(known));
  });

/**
 * Returns the files in the order in which a browser, which has few connections, is to ask for them: styles, because no
 * script runs without them; what every page runs first, the largest first; then what is of this page, the largest last,
 * so that it doesn't take the line from what can run before it.
 */
function filesOf(
  folder: string,
  manifest: Manifest,
  { sources: [first = '', ...others], texts }: Preloaded,
  language: string,
): readonly string[] {
  // English is in the scripts.
  const base = language === 'en' ? [] : [`src/locales/${language}/index.ts`];
  const ofPage = [...others, ...texts.map((name) => `src/locales/${language}/${name}.ts`)];
  const seen = new Set<string>();
  const filesFor = (keys: readonly string[]) =>
    keys
      .flatMap((key) => withImports(manifest, key, seen))
      .map((file) => ({ file, bytes: statSync(join(folder, file)).size }))
      .toSorted((a, b) => a.bytes - b.bytes)
      .map(({ file }) => `/${file}`);
  const files = [...filesFor([first, ...base]).toReversed(), ...filesFor(ofPage)];
  const isStyle = (file: string) => file.endsWith('.css');
  return [...files.filter(isStyle), ...files.filter((file) => !isStyle(file))];
}

/** Returns the scripts and styles of a module and of its imports, without those seen before. */
function withImports(manifest: Manifest, key: string, seen: Set<string>): readonly string[] {
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`A page preloads ${key}, which was not built`);
  if (seen.has(key)) return [];
  seen.add(key);
  const imports = chunk.imports ?? [];
  return [
    ...(chunk.css ?? []),
    chunk.file,
    ...imports.flatMap((each) => withImports(manifest, each, seen)),
  ];
}
