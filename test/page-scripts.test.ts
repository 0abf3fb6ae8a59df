// The scripts that a phone has to load before a page is usable. Each costs a round trip, and the forms engine alone is
// 300 kB: one import in the wrong file adds it to a page that shows no form.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtSources, circlesOfScripts, scriptsOf } from '../tools/build-web.mjs';

const MOST = [
  { page: 'src/pages/sign-in/sign-in-page.tsx', scripts: 14, kilobytes: 221 },
  { page: 'src/pages/home/home-page.tsx', scripts: 17, kilobytes: 239 },
  { page: 'src/pages/forms/my-forms-page.tsx', scripts: 12, kilobytes: 236 },
  { page: 'src/pages/forms/fill-page.tsx', scripts: 14, kilobytes: 605 },
];
const WITH_ENGINE = [
  'src/pages/forms/fill-page.tsx',
  'src/pages/template/preview.tsx',
  'src/pages/template/versions-tab.tsx',
  'src/survey/survey-view.tsx',
];

for (const { page, scripts, kilobytes } of MOST) {
  test(`${page} loads at most ${scripts} scripts and ${kilobytes} kB, gzipped`, () => {
    const { files, bytes } = scriptsOf('.', page);
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
