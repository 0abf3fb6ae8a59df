import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '#kernel/errors.ts';
import { requireJsonAccepted } from './accept.ts';

const WELCOME = [
  undefined,
  '',
  '*/*',
  'application/json',
  'Application/JSON; charset=utf-8',
  'text/html, application/json;q=0.1',
  'application/*;q=0.5',
  'text/html,application/xhtml+xml,*/*;q=0.8',
  'application/json;q=nonsense',
];
for (const accept of WELCOME) {
  test(`Accept ${accept ?? '(none)'} gets JSON`, () => {
    assert.doesNotThrow(() => requireJsonAccepted(accept));
  });
}

const REFUSED = [
  'text/html',
  'application/xml, text/*',
  'application/json;q=0, */*',
  'application/json;q=0.000',
  'application/problem+json',
  '*/*;q=0',
];
for (const accept of REFUSED) {
  test(`Accept ${accept} is a 406 that says what there is`, () => {
    assert.throws(
      () => requireJsonAccepted(accept),
      (error) =>
        error instanceof AppError &&
        error.status === 406 &&
        error.detail.includes('application/json'),
    );
  });
}
