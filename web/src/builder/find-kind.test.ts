import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builder as german } from '#web/locales/de/builder.ts';
import { builder as english } from '#web/locales/en/builder.ts';
import { findKinds } from './find-kind.ts';
import { KINDS, type Kind } from './kinds.ts';

/** Names that users of other products type, and the kind that Enter should then add. */
const ENGLISH: readonly (readonly [string, Kind])[] = [
  ['dropdown', 'dropdown'],
  ['drop-down', 'dropdown'],
  ['select', 'dropdown'],
  ['radio', 'radiogroup'],
  ['single choice', 'radiogroup'],
  ['checkbox', 'checkbox'],
  ['checkboxes', 'checkbox'],
  ['toggle', 'boolean'],
  ['image', 'photo'],
  ['picture', 'photo'],
  ['upload', 'file'],
  ['formula', 'expression'],
  ['calculation', 'expression'],
  ['paragraph', 'comment'],
  ['textarea', 'comment'],
  ['text field', 'text'],
  ['phone', 'tel'],
  ['link', 'url'],
  ['stars', 'rating'],
  ['repeater', 'paneldynamic'],
  ['grid', 'matrix'],
  ['group', 'panel'],
  ['e-mail', 'email'],
  ['EMAIL', 'email'],
  ['sign', 'signaturepad'],
];
const GERMAN: readonly (readonly [string, Kind])[] = [
  ['Dropdown', 'dropdown'],
  ['Auswahlliste', 'dropdown'],
  ['Radiobutton', 'radiogroup'],
  ['Checkbox', 'checkbox'],
  ['Kontrollkästchen', 'checkbox'],
  ['kontrollkastchen', 'checkbox'],
  ['Schalter', 'boolean'],
  ['Bild', 'photo'],
  ['Upload', 'file'],
  ['Formel', 'expression'],
  ['Freitext', 'comment'],
  ['Textfeld', 'text'],
  ['Nummer', 'number'],
  ['Handy', 'tel'],
  ['Link', 'url'],
  ['Sterne', 'rating'],
  ['Unterformular', 'paneldynamic'],
  ['Signatur', 'signaturepad'],
];

for (const [language, { builder }, usual] of [
  ['English', english, ENGLISH],
  ['German', german, GERMAN],
] as const) {
  const namesOf = (kind: Kind) => ({ name: builder.kinds[kind], keywords: builder.keywords[kind] });

  test(`a kind of field is found by the names that other products have for it, in ${language}`, () => {
    const found = usual.map(([wanted]) => [wanted, findKinds(wanted, namesOf).best] as const);
    assert.deepEqual(found, usual);
  });

  test(`every kind is found by its own name before all others, in ${language}`, () => {
    for (const kind of KINDS) assert.equal(findKinds(builder.kinds[kind], namesOf).best, kind);
    const all = findKinds('', namesOf).groups.flatMap(({ kinds }) => kinds);
    assert.deepEqual(new Set(all), new Set(KINDS));
    assert.equal(findKinds('zebra crossing', namesOf).best, undefined);
  });
}
