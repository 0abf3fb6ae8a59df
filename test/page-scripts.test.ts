// The scripts that a phone has to load before a page is usable. Each costs a round trip, and the forms engine alone is
// 300 kB: one import in the wrong file adds it to a page that shows no form.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { APP, builtSources, circlesOfScripts, scriptsOf } from '../tools/build-web.mjs';

const texts = (...names: readonly string[]) => names.map((name) => `src/locales/en/${name}.ts`);

/** What is loaded until the first thing of a page can be used. The goals are 110, 230 and 575 kB. */
const MOST = [
  {
    name: 'the page to sign in at',
    sources: ['src/start-front.tsx', ...texts('sign-in')],
    scripts: 8,
    kilobytes: 110,
  },
  {
    name: 'the home page',
    sources: [APP, 'src/pages/home/home-page.tsx', ...texts('home', 'forms')],
    scripts: 18,
    kilobytes: 210,
  },
  {
    name: 'the list of my forms',
    sources: [APP, 'src/pages/forms/my-forms-page.tsx', ...texts('forms')],
    scripts: 16,
    kilobytes: 210,
  },
  {
    name: 'the page to fill in a form',
    sources: [APP, 'src/pages/forms/fill-page.tsx', ...texts('fill', 'survey')],
    scripts: 18,
    kilobytes: 575,
  },
];
const WITH_ENGINE = [
  'src/fill/notes.tsx',
  'src/kinds/sharedlist-screen.tsx',
  'src/pages/answer/visit-form.tsx',
  'src/pages/forms/fill-page.tsx',
  'src/pages/template/preview/preview.tsx',
  'src/pages/template/preview/trial-run.tsx',
  'src/pages/template/public-links/prefill-dialog.tsx',
  'src/pages/template/versions-tab.tsx',
  'src/pages/templates/gallery-dialog.tsx',
  'src/pages/work/prefill.tsx',
  'src/survey/defaults-now.ts',
  'src/survey/form-functions.ts',
  'src/survey/survey-view.tsx',
];

for (const { name, sources, scripts, kilobytes } of MOST) {
  test(`${name} loads at most ${scripts} scripts and ${kilobytes} kB, gzipped`, () => {
    const { files, bytes } = scriptsOf('.', ...sources);
    assert.ok(files.length > 3 && files.length <= scripts, `${files.length} scripts`);
    assert.ok(bytes <= kilobytes * 1000, `${bytes} bytes`);
  });
}

// A browser has six connections, and all that is asked for at once shares the line. When each chunk had styles of its own,
// they took all six, and the first script of a form was asked for a third of a second later.
test('a page asks for one or two styles, then what runs first, and its largest script last', () => {
  const pages: readonly { readonly path: string; readonly en: readonly string[] }[] = JSON.parse(
    readFileSync('web/dist/.vite/preloads.json', 'utf8'),
  );
  const page = (path: string) => pages.find((each) => new RegExp(each.path).test(path))?.en ?? [];
  const isStyle = (file: string) => file.endsWith('.css');
  const fill = page('/forms/00000000-0000-0000-0000-000000000000/fill');
  for (const [files, styles] of [
    [page('/sign-in'), 1],
    [page('/forms'), 1],
    [fill, 2],
  ] as const) {
    assert.deepEqual(files.filter(isStyle), files.slice(0, styles));
    assert.match(files[styles] ?? '', /react/);
  }
  const bytes = fill.map((file) => statSync(`web/dist${file}`).size);
  assert.equal(bytes.at(-1), Math.max(...bytes));
});

test('the forms engine is loaded by what shows a form, and by nothing else', () => {
  const isEngine = (file: string) => file.includes('survey-core');
  const loads = builtSources('.').filter((each) => scriptsOf('.', each).files.some(isEngine));
  const ours = loads.filter((each) => /^src\/(?!locales\/)/.test(each));
  assert.deepEqual(ours.toSorted(), WITH_ENGINE);
});

test('what only some fields need is loaded by the forms that have them', () => {
  const screens = builtSources('.').filter((each) => /^src\/kinds\/.*-screen\.tsx$/.test(each));
  const own = screens
    .flatMap((each) => scriptsOf('.', each).files)
    .filter((each) => /-screen-/.test(each));
  assert.equal(new Set(own).size, screens.length);
  assert.ok(screens.length > 1);
  const others = builtSources('.').filter((each) => !screens.includes(each));
  const loads = others.filter((each) =>
    scriptsOf('.', each).files.some((file) => own.includes(file)),
  );
  assert.deepEqual(loads, []);
});

// Two files that import each other run in the wrong order: one uses what the other has not set yet.
test('no scripts import each other in a circle', () => {
  assert.deepEqual(circlesOfScripts('.'), []);
});
