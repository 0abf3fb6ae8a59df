// The scripts that a phone has to load before a page is usable. Each costs a round trip, and the forms engine alone is
// 300 kB: one import in the wrong file adds it to a page that shows no form.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APP, builtSources, circlesOfScripts, scriptsOf } from '../tools/build-web.mjs';

/** The goals of the project for its first screens; the texts in the language of the person come on top of the scripts. */
const MOST = [
  { page: 'src/front/start-front.tsx', shell: [], scripts: 8, kilobytes: 106 },
  { page: 'src/pages/home/home-page.tsx', shell: [APP], scripts: 19, kilobytes: 230 },
  { page: 'src/pages/forms/my-forms-page.tsx', shell: [APP], scripts: 14, kilobytes: 226 },
  { page: 'src/pages/forms/fill-page.tsx', shell: [APP], scripts: 16, kilobytes: 595 },
];
const WITH_ENGINE = [
  'src/pages/forms/fill-page.tsx',
  'src/pages/template/preview.tsx',
  'src/pages/template/versions-tab.tsx',
  'src/survey/survey-view.tsx',
];

for (const { page, shell, scripts, kilobytes } of MOST) {
  test(`${page} loads at most ${scripts} scripts and ${kilobytes} kB, gzipped`, () => {
    const { files, bytes } = scriptsOf('.', ...shell, page);
    assert.ok(files.length > 3 && files.length <= scripts, `${files.length} scripts`);
    assert.ok(bytes <= kilobytes * 1000, `${bytes} bytes`);
  });
}

test('the forms engine is loaded by what shows a form, and by nothing else', () => {
  const isEngine = (file: string) => file.includes('survey-core');
  const loads = builtSources('.').filter((each) => scriptsOf('.', each).files.some(isEngine));
  const ours = loads.filter((each) => /^src\/(?!locales\/)/.test(each));
  assert.deepEqual(ours.toSorted(), WITH_ENGINE);
});

// Two files that import each other run in the wrong order: one uses what the other has not set yet.
test('no scripts import each other in a circle', () => {
  assert.deepEqual(circlesOfScripts('.'), []);
});
