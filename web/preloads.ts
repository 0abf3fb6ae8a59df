// Tells the server what a browser will need for a page, so that it is asked for along with the page, and not one round trip
// after the other as each script names the next.
import { writeFileSync } from 'node:fs';
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
  sources: ['src/front/start-front.tsx', ...sources],
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
    ['/app/v1/forms?scope=mine&limit=100'],
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
        LANGUAGES.map((language) => [language, filesOf(manifest, page, language)]),
      ),
    }));
    writeFileSync(join(folder, '.vite', 'preloads.json'), JSON.stringify(known));
  });

function filesOf(manifest: Manifest, page: Preloaded, language: string): readonly string[] {
  // English is in the scripts.
  const base = language === 'en' ? [] : [`src/locales/${language}/index.ts`];
  const texts = page.texts.map((name) => `src/locales/${language}/${name}.ts`);
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`A page preloads ${key}, which was not built`);
    if (seen.has(key)) return;
    seen.add(key);
    for (const file of [...(chunk.css ?? []), chunk.file]) files.add(`/${file}`);
    chunk.imports?.forEach(add);
  };
  for (const each of [...page.sources, ...base, ...texts]) add(each);
  return [...files];
}
