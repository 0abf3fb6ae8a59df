// Every action that a route records in the audit log has a text on the audit page, in every language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit as german } from '#web/locales/de/audit.ts';
import { audit as english } from '#web/locales/en/audit.ts';
import { ABOUTS } from '#web/pages/audit/audit-filters.ts';
import { AUDIT_MATRIX } from './audit-matrix.ts';

const WRITTEN = new Set(
  Object.values(AUDIT_MATRIX).flatMap(({ leaves }) => (typeof leaves === 'string' ? [] : leaves)),
);

for (const [language, { actions }] of Object.entries({ english, german }).map(
  ([name, { audit }]) => [name, audit] as const,
)) {
  test(`the audit page has ${language} words for what routes leave on record`, () => {
    const known = Object.entries(actions).flatMap(([noun, verbs]) =>
      Object.keys(verbs).map((verb) => `${noun}.${verb}`),
    );
    assert.deepEqual(
      [...WRITTEN].filter((action) => !known.includes(action)),
      [],
    );
    assert.ok(known.length > WRITTEN.size);
    assert.deepEqual(Object.keys(actions).toSorted(), [...ABOUTS].toSorted());
  });
}
