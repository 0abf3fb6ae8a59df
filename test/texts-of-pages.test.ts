// Checks that each page loads the texts that it and its parts may show: one that is missing is shown as its raw key,
// such as `groups.types.Group`, and only where somebody gets to that part.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { isObject } from '#kernel/json.ts';
import { AREAS, type Area } from '#web/locales/areas.ts';
import { en } from '#web/locales/en/index.ts';
import { OF_BUILDER } from '#web/shell/builder-areas.ts';
import { importsOf, none } from './support/source-text.ts';

const TOP = 'web/src/';

/** What these ask for is shown by others, or is no text. */
const NOT_SHOWN = new Map([
  ['web/src/survey/defaults-now.ts', 'it takes one function of the module that shows a form'],
  ['web/src/fill/will-complete.tsx', 'notes.tsx shows it, and is loaded with its texts'],
  ['web/src/pages/forms/panel-filters.ts', 'more-filters.tsx shows them, and loads the texts'],
  ['web/src/form-lists/change-many-dialog.tsx', 'only pages of work have this dialog'],
  ['web/src/pages/credentials/rights.ts', 'rights, such as forms.read'],
  ['web/src/pages/credentials/create-credential.tsx', 'rights, such as forms.read'],
  ['web/src/api/form-query.ts', 'parts of keys of the cache'],
  ['web/src/api/form-actions.ts', 'parts of keys of the cache'],
]);

const sources: ReadonlyMap<string, string> = new Map(
  globSync(`${TOP}**/*.{ts,tsx}`, { exclude: (path) => path.endsWith('.test.ts') }).map((path) => [
    path,
    readFileSync(path, 'utf8'),
  ]),
);
const isArea = (name: string): name is Area => Object.hasOwn(AREAS, name);
const areas = new Map<Area, object>();
for (const name of Object.keys(AREAS)) if (isArea(name)) areas.set(name, await AREAS[name].en());

/** Returns whether texts have the key, one of its plural forms, or texts below it. */
function has(texts: object, key: string): boolean {
  const [name = '', ...rest] = key.split('.');
  const inner: unknown = Object.entries(texts).find(([each]) => each === name)?.[1];
  if (rest.length > 0) return isObject(inner) && has(inner, rest.join('.'));
  return name === '' || inner !== undefined || `${name}_other` in texts;
}

const groups = new Set([en, ...areas.values()].flatMap((texts) => Object.keys(texts)));

/** Returns the keys that a module asks for; of a key with a value in it, the part before that. */
const keysIn = (text: string): readonly string[] =>
  [...text.matchAll(/(['`])([a-zA-Z]+)\.((?:[\w-]+\.)*[\w-]*)(\$\{|\1)/g)].flatMap(
    ([, , group = '', rest = '', end]) => {
      if (!groups.has(group)) return [];
      const known = end === '${' ? rest.split('.').slice(0, -1).join('.') : rest;
      return [known === '' ? group : `${group}.${known}`];
    },
  );

const resolve = (from: string, specifier: string): string =>
  specifier.startsWith('#web/')
    ? TOP + specifier.slice('#web/'.length)
    : join(dirname(from), specifier);

interface Late {
  readonly module: string;
  readonly areas: readonly Area[];
}

/** Returns the modules that a file loads later, with the areas that it loads for them. */
function lateIn(path: string, text: string): readonly Late[] {
  // A function that is taken from a module shows nothing.
  const components =
    /(?<!\{ [a-z]\w* \} = await )import\('((?:#web|\.)\/[^']+)'\)(?!\s*(?:\.then\(\(\{ [a-z]\w* \}|\.catch))([^;]*)/g;
  return [...text.matchAll(components)].map(([, specifier = '', rest = '']) => {
    const named = [...text.matchAll(/const (\w+)[^=\n]*= (\[[^\]]*\])/g)]
      .filter(([, name = '']) => new RegExp(`\\b${name}\\b`).test(rest))
      .map(([, , list = '']) => list);
    const words = [...[rest, ...named].join().matchAll(/'(\w+)'/g)].map(([, word = '']) => word);
    // A screen of a question is loaded with the texts of all of them, by kinds/later.tsx.
    if (path.startsWith(`${TOP}kinds/`)) words.push('kinds');
    const ofBuilder = rest.includes('OF_BUILDER') ? OF_BUILDER : [];
    return { module: resolve(path, specifier), areas: [...words.filter(isArea), ...ofBuilder] };
  });
}

/** Returns the keys that are asked for in a module and what it imports, and that no loaded area has. */
function missingFrom(root: string, loaded: readonly Area[], seen: Set<string>): readonly string[] {
  const texts = [en, ...loaded.flatMap((name) => areas.get(name) ?? [])];
  const missing: string[] = [];
  const visit = (path: string): void => {
    const text = sources.get(path);
    const mark = `${path} ${[...new Set(loaded)].toSorted().join()}`;
    const isShown = !path.startsWith(`${TOP}locales/`) && !NOT_SHOWN.has(path);
    if (text === undefined || !isShown || seen.has(mark)) return;
    seen.add(mark);
    for (const key of keysIn(text)) {
      if (!texts.some((each) => has(each, key))) missing.push(`${path}: ${key}`);
    }
    for (const specifier of importsOf(text.replaceAll(/import type [^;]*;|import\([^)]*\)/g, ''))) {
      visit(resolve(path, specifier));
    }
    for (const { module, areas: more } of lateIn(path, text)) {
      missing.push(...missingFrom(module, [...loaded, ...more], seen));
    }
  };
  visit(root);
  return missing;
}

test('each page loads the texts that it and its parts may show', () => {
  const front = `${TOP}router/front-app.tsx`;
  const faults = globSync(`${TOP}router/*.{ts,tsx}`).flatMap((path) => {
    // Those before the sign-in have the texts of their frame.
    const own: readonly Area[] = path === front ? ['errors', 'signIn'] : ['errors'];
    return lateIn(path, sources.get(path) ?? '')
      .filter(({ module }) => !module.startsWith(`${TOP}router/`))
      .flatMap(({ module, areas: named }) =>
        missingFrom(module, [...own, ...named], new Set()).map((each) => `${module} lacks ${each}`),
      );
  });
  none(faults);
});

test('a page that lacks an area is found', () => {
  const faults = missingFrom(`${TOP}pages/groups/groups-page.tsx`, [], new Set());
  assert.ok(
    faults.some((each) => each.endsWith(': groups.title')),
    faults.join('\n'),
  );
});
