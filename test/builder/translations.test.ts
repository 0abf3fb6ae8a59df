import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nameTranslationsIn } from '#questionnaires/definition/name-translations.ts';
import { type Definition, type Json, writeWords } from '#web/builder/definition.ts';
import { textsOf } from '#web/builder/form-texts.ts';
import { languageAmong, languageName, languagesOf } from '#web/builder/languages.ts';
import { isName, withNames } from '#web/builder/template-names.ts';
import { readTranslations, writeTranslations } from '#web/builder/translation-file.ts';
import {
  changeDefault,
  missingIn,
  removeLanguage,
  textIn,
  translate,
  translateAll,
  translatedLanguages,
} from '#web/builder/translations.ts';
import { namesIn } from '#web/components/template-name.ts';
import { faultsOf } from '../support/builder-edits.ts';

const SAMPLE: Definition = {
  title: 'Visit',
  pages: [
    {
      name: 'page1',
      title: 'Site',
      elements: [
        { type: 'text', name: 'plate', title: { default: 'Plate', de: 'Kennzeichen' } },
        {
          type: 'dropdown',
          name: 'state',
          title: 'State',
          choices: ['Good', { value: 'w', text: '=Worn, "old"; -x' }],
        },
        {
          type: 'matrixdynamic',
          name: 'parts',
          columns: [{ name: 'part', title: 'Part', cellType: 'text' }],
        },
        {
          type: 'paneldynamic',
          name: 'visits',
          title: 'Visits',
          templateElements: [{ type: 'comment', name: 'note', description: 'What?' }],
        },
      ],
    },
  ],
};

const shown = (definition: Definition, language: string, byDefault = 'en') =>
  Object.fromEntries(
    textsOf(definition).map(({ key, value }) => [key, textIn(value, language, byDefault)]),
  );
const words = fc.constantFrom('Plate', 'Part', 'One', 'Two', 'Plaque');
const languages = fc.constantFrom('en', 'de', 'fr', 'ar');

test('every text that people read is named by its field and property', () => {
  assert.deepEqual(
    textsOf(SAMPLE).map(({ key }) => key),
    [
      '#form.title',
      '#page1.title',
      'plate.title',
      'state.title',
      'state.choices.Good',
      'state.choices.w',
      'parts.columns.part.title',
      'visits.title',
      'note.description',
    ],
  );
  assert.deepEqual(translatedLanguages(SAMPLE), ['de']);
  assert.equal(missingIn(SAMPLE, ['de']).get('de'), 8);
});

test('sections of one name, and fields of one name in several sections, are translated apart', () => {
  const section = (title: string) => ({
    type: 'panel',
    name: 'g',
    title,
    elements: [
      {
        type: 'paneldynamic',
        name: `of${title}`,
        templateElements: [{ type: 'text', name: 'x', title: `${title} x` }],
      },
    ],
  });
  const form: Definition = {
    pages: [{ name: 'page1', elements: [section('One'), section('Two'), section('Three')] }],
  };
  const [, second] = textsOf(form).filter(
    ({ property, value }) => property === 'title' && /^(?:One|Two)$/.test(String(value)),
  );
  assert.ok(second);
  assert.deepEqual(shown(translate(form, second, 'de', 'Zwei'), 'de'), {
    ...Object.fromEntries(textsOf(form).map(({ key }) => [key, undefined])),
    [second.key]: 'Zwei',
  });
  const german = textsOf(form).map(({ key, value }) => ({
    key,
    language: 'de',
    text: `${String(value)}!`,
  }));
  const whole = translateAll(form, german);
  const file = writeTranslations(whole, ['de']);
  assert.deepEqual(readTranslations(whole, file), { translations: [], faults: [] });
  const { translations, faults } = readTranslations(form, file);
  assert.deepEqual(faults, []);
  for (const translated of [whole, translateAll(form, translations)]) {
    assert.deepEqual(
      textsOf(translated).map(({ value }) => value),
      textsOf(form).map(({ value }) => ({ default: value, de: `${String(value)}!` })),
    );
  }
  assert.deepEqual(removeLanguage(whole, 'de'), form);
});

test('a translated option is still stored under its value, and the form can be published', () => {
  const [good] = textsOf(SAMPLE).filter(({ key }) => key === 'state.choices.Good');
  assert.ok(good);
  const translated = translate(SAMPLE, good, 'de', 'Gut');
  assert.deepEqual(translated.pages[0]?.elements[1]?.['choices'], [
    { value: 'Good', text: { default: 'Good', de: 'Gut' } },
    { value: 'w', text: '=Worn, "old"; -x' },
  ]);
  assert.deepEqual(faultsOf(translated), []);
});

test('no change of the default language loses, invents or swaps a text', () => {
  const deeds = fc.array(
    fc.oneof(
      fc.record({ text: words, language: languages, at: fc.nat(8) }),
      fc.record({ byDefault: languages }),
    ),
    { maxLength: 15 },
  );
  fc.assert(
    fc.property(deeds, (all) => {
      let definition = SAMPLE;
      let byDefault = 'en';
      const expected = new Map(
        ['en', 'de', 'fr', 'ar'].map((each) => [each, shown(SAMPLE, each)] as const),
      );
      for (const deed of all) {
        if ('byDefault' in deed) {
          byDefault = deed.byDefault;
          definition = changeDefault(definition, byDefault);
        } else {
          const text = textsOf(definition)[deed.at];
          assert.ok(text);
          definition = translate(definition, text, deed.language, deed.text);
          expected.set(deed.language, {
            ...expected.get(deed.language),
            [text.key]: deed.text,
          });
        }
        for (const [language, texts] of expected) {
          assert.deepEqual(shown(definition, language, byDefault), texts);
        }
      }
    }),
  );
});

test('texts in a language that the builder does not offer hide no other language of the form', () => {
  const form: Definition = {
    locale: 'fr',
    pages: [
      {
        name: 'page1',
        elements: [
          {
            type: 'radiogroup',
            name: 'plate',
            title: { default: 'Plaque', 'pt-br': 'Placa', sw: 'Bamba', zz_Latn: 'Zz' },
            choices: [{ value: { en: 1 }, text: { default: 'Rouge', de: 'Rot' } }, 'bleu'],
            defaultValue: { it: 'name of a field' },
          },
        ],
      },
    ],
  };
  assert.deepEqual(languagesOf(form), ['fr', 'de', 'pt-br', 'sw', 'zz_Latn']);
  assert.equal(languageAmong(languagesOf(form), ['pt-BR', 'de']), 'pt-br');
  assert.equal(languageAmong(languagesOf(form), ['zz-latn']), 'zz_Latn');
  assert.equal(languageName('sw', 'en'), 'Swahili');
  assert.equal(languageName('ab_c', 'en'), 'ab_c');
  // Such a language is in the file for translators, and is read from it.
  const file = writeTranslations(form, ['sw', 'zz_Latn']);
  assert.deepEqual(readTranslations(form, file), { translations: [], faults: [] });
  assert.deepEqual(readTranslations(form, file.replace('Zz', 'New')), {
    translations: [{ key: 'plate.title', language: 'zz_Latn', text: 'New' }],
    faults: [],
  });
});

test('who reviews a form, and which step fills in a field, are no languages', () => {
  const review = { steps: [{ by: 'people', people: ['p'] }], fallback: 'g' };
  const office = { step: 1, seenBy: 'step' };
  const title = { default: 'Cost centre', de: 'Kostenstelle' };
  assert.deepEqual(languagesOf({ review, elements: [{ name: 'centre', title, office }] }), [
    'en',
    'de',
  ]);
});

test('a removed language leaves no text of it behind', () => {
  assert.deepEqual(languagesOf(SAMPLE), ['en', 'de']);
  const without = removeLanguage(SAMPLE, 'de');
  assert.deepEqual(languagesOf(without), ['en']);
  assert.equal(without.pages[0]?.elements[0]?.['title'], 'Plate');
});

test('what is downloaded and uploaded again changes nothing, and an edited file only what was edited', () => {
  const file = writeTranslations(SAMPLE, ['de', 'fr']);
  assert.deepEqual(readTranslations(SAMPLE, file), { translations: [], faults: [] });
  // A spreadsheet in German writes semicolons.
  const edited =
    '\ufeffkey;field;EN;de;xx\r\nplate.title;;Plate;"Nummer;\r\nschild";x\r\ngone.title;;;Weg;\r\nplate.title;;;Zwei;\r\n;;;;\r\n';
  const { translations, faults } = readTranslations(SAMPLE, edited);
  assert.deepEqual(translations, [
    { key: 'plate.title', language: 'de', text: 'Nummer;\r\nschild' },
  ]);
  assert.deepEqual(faults, [
    { kind: 'unknownLanguage', language: 'xx' },
    { kind: 'unknownKey', row: 3, key: 'gone.title' },
    { kind: 'sameKey', row: 4, key: 'plate.title' },
  ]);
  const after = translateAll(SAMPLE, translations);
  assert.equal(shown(after, 'de')['plate.title'], 'Nummer;\r\nschild');
  assert.deepEqual(readTranslations(SAMPLE, 'a,b\n1,2').faults, [{ kind: 'noKeyColumn' }]);
});

test('a text that looks like a formula survives the way through a spreadsheet', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('=', "'", ';', '-', 'a', '"', ',', ' ') }),
      (text) => {
        fc.pre(text.trim() !== '');
        const value: Json = { default: 'Plate', de: text };
        const form = {
          pages: [{ name: 'p', elements: [{ type: 'text', name: 'a', title: value }] }],
        };
        const { translations } = readTranslations(form, writeTranslations(form, ['de']));
        assert.deepEqual(translations, []);
      },
    ),
  );
});

test('people see a form in the first of their languages that it has', () => {
  const among = (wanted: readonly string[]) => languageAmong(['en', 'de', 'pt-br'], wanted);
  assert.equal(among(['fr', 'de-AT', 'en']), 'de');
  assert.equal(among(['pt-PT']), 'pt-br');
  assert.equal(among(['fr']), 'en');
});

test('a text that is the same in two languages changes in the default one alone when it is edited', () => {
  const title = { default: 'Name', en: 'Name', de: 'Name' };
  assert.deepEqual(writeWords(title, 'Full name', {}), {
    default: 'Full name',
    en: 'Full name',
    de: 'Name',
  });
});

test('what a template is called is translated like its other texts, and stays its own in its language', () => {
  const names = { name: 'Visit', description: 'Once a week' };
  const named = withNames({ pages: SAMPLE.pages }, names);
  const [title] = textsOf(named).filter(isName);
  assert.equal(title?.key, '#form.title');
  assert.ok(title);
  const german = translate(named, title, 'de', 'Besuch');
  assert.deepEqual(german['title'], { default: 'Visit', de: 'Besuch' });
  assert.deepEqual(nameTranslationsIn(JSON.parse(JSON.stringify(german))), {
    de: { name: 'Besuch' },
  });
  // It was given another name since.
  const renamed = withNames(german, { name: 'Round' });
  assert.deepEqual(renamed['title'], { default: 'Round', de: 'Besuch' });
  const shown = { name: 'Round', translations: { de: { name: 'Besuch' } } };
  assert.equal(namesIn(shown, 'de').name, 'Besuch');
  assert.equal(namesIn(shown, 'de-CH').name, 'Besuch');
  assert.equal(namesIn(shown, 'en').name, 'Round');
});

test('a quotation mark inside a text of a translator is text, and one that nobody closed is no text', () => {
  const read = (rows: string) => readTranslations(SAMPLE, `key,field,en,de\r\n${rows}`);
  const title = { key: 'plate.title', language: 'de' };
  assert.deepEqual(read('gone.title,,,Weg "hier"\r\nplate.title,,,Schild "neu"\r\n'), {
    translations: [{ ...title, text: 'Schild "neu"' }],
    faults: [{ kind: 'unknownKey', row: 2, key: 'gone.title' }],
  });
  assert.deepEqual(read('plate.title,,,Schild\r\ngone.title,,,"Weg\r\nx,,,y\r\n'), {
    translations: [{ ...title, text: 'Schild' }],
    faults: [],
  });
});
