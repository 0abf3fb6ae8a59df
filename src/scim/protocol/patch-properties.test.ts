// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ENTERPRISE_USER } from './enterprise-user-schema.ts';
import { applyPatch, canonicalise, type JsonObject, parsePatch, ScimError } from './index.ts';
import { groupType, userType } from './registry.ts';
import {
  type Email,
  naivePatch,
  operationOf,
  type Person,
  Refusal,
  type Step,
} from './testing/naive-patch.ts';

const DEEP = process.env['TEST_DEEP'] === '1';

/** Runs the same cases every time, and many random ones with TEST_DEEP. */
const runs = (count: number) => (DEEP ? { numRuns: 40 * count } : { numRuns: count, seed: 7644 });

const apply = (stored: JsonObject, operations: readonly unknown[]) =>
  applyPatch(userType, stored, parsePatch(userType, { Operations: operations }));

const text = fc.constantFrom('a', 'A', 'b', 'c');
const label = fc.constantFrom('work', 'Work', 'home');
const verb = fc.constantFrom('add' as const, 'replace' as const, 'remove' as const);

const email: fc.Arbitrary<Email> = fc
  .record(
    { value: text, display: text, type: label, primary: fc.boolean() },
    { requiredKeys: [], noNullPrototype: true },
  )
  .filter((it) => Object.keys(it).length > 0);

const onePrimary = (emails: readonly Email[]): boolean =>
  emails.filter((it) => it.primary === true).length <= 1;

const term = fc.oneof(
  label.map((it) => ({ name: 'type' as const, text: it })),
  text.map((it) => ({ name: 'value' as const, text: it })),
);
const list = fc.array(email, { minLength: 1, maxLength: 3 }).filter(onePrimary);

const part = fc.oneof(
  fc.record({
    part: fc.constantFrom('value' as const, 'display' as const),
    value: fc.option(text),
  }),
  fc.record({ part: fc.constant('type' as const), value: fc.option(label) }),
  fc.record({ part: fc.constant('primary' as const), value: fc.option(fc.boolean()) }),
);

const onTitle = fc.record({ on: fc.constant('title' as const), verb, value: fc.option(text) });
const namePart = fc.constantFrom('givenName' as const, 'familyName' as const);
const onName = fc.oneof(
  fc.record({ on: fc.constant('name' as const), verb, part: namePart, value: fc.option(text) }),
  fc.record({
    on: fc.constant('name' as const),
    verb,
    value: fc.record(
      { givenName: fc.option(text), familyName: fc.option(text) },
      { requiredKeys: [], noNullPrototype: true },
    ),
  }),
);
const onEmails = fc.oneof(
  fc.record({ on: fc.constant('emails' as const), verb, list }),
  fc.constant({ on: 'emails' as const, verb: 'remove' as const, list: undefined }),
  fc.record({ on: fc.constant('emails' as const), verb, term, email }),
  fc
    .record({
      on: fc.constant('emails' as const),
      verb,
      term: fc.option(term, { nil: undefined }),
      and: part,
    })
    .map(({ and, ...step }) => ({ ...step, ...and })),
);
const step: fc.Arbitrary<Step> = fc.oneof(onTitle, onName, { arbitrary: onEmails, weight: 4 });

const person: fc.Arbitrary<Person> = fc
  .record(
    {
      userName: fc.constant('ann'),
      title: text,
      name: fc.record({ givenName: text }, { noNullPrototype: true }),
      emails: fc.array(email, { minLength: 1, maxLength: 4 }).filter(onePrimary),
    },
    { requiredKeys: ['userName'], noNullPrototype: true },
  )
  .map((it) => naivePatch(it, []));

function outcome<T>(run: () => T): T | string {
  try {
    return run();
  } catch (error) {
    if (error instanceof ScimError) return String(error.scimType);
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

test('a PATCH makes of a user what its operations, done one by one on plain JSON, make of it', () => {
  fc.assert(
    fc.property(
      person,
      fc.array(fc.tuple(step, fc.boolean()), { maxLength: 5 }),
      (before, steps) => {
        const stored = canonicalise(userType, before).attributes;
        assert.deepEqual(stored, before);
        const operations = steps.map(([it, pathless]) => operationOf(it, pathless));
        const expected = outcome(() =>
          naivePatch(
            before,
            steps.map(([it]) => it),
          ),
        );
        assert.deepEqual(
          outcome(() => apply(stored, operations).attributes),
          expected,
        );
        assert.deepEqual(stored, before);
      },
    ),
    runs(5_000),
  );
});

/** A step that changes the value its own filter selects by would match another element, or none, the second time. */
const movesItsTarget = (it: Step): boolean => {
  if (it.on !== 'emails' || !('term' in it) || it.term === undefined) return false;
  if ('part' in it) return it.part === it.term.name;
  const value = it.email[it.term.name];
  const kept = value?.toLowerCase() === it.term.text.toLowerCase();
  return it.verb === 'replace' ? !kept : value !== undefined && !kept;
};

test('the same PATCH a second time changes nothing', () => {
  const once = fc.tuple(
    onTitle,
    onName,
    onEmails.filter((it) => !movesItsTarget(it)),
  );
  const steps = once.chain((all) => fc.shuffledSubarray<Step>([...all]));
  fc.assert(
    fc.property(person, steps, fc.boolean(), (before, given, pathless) => {
      const operations = given.map((it) => operationOf(it, pathless));
      const first = outcome(() => apply(canonicalise(userType, before).attributes, operations));
      if (typeof first === 'string') return;
      const second = apply(first.attributes, operations);
      assert.deepEqual(second.attributes, first.attributes);
      assert.deepEqual([second.changed, second.attributes === first.attributes], [false, true]);
    }),
    runs(3_000),
  );
});

const piece = fc.constantFrom(
  ...[
    'emails',
    'name',
    'title',
    'active',
    'members',
    'manager',
    'roles',
    'groups',
    'id',
    'schemas',
  ],
  ...['[', ']', '.', 'type', 'value', ' eq ', '"work"', ' and ', 'primary', '$ref', '__proto__'],
  ...[`${ENTERPRISE_USER}:`, ENTERPRISE_USER, 'urn:x:', 'givenName', 'password', 'true', '(', ')'],
);
const path = fc.array(piece, { maxLength: 7 }).map((it) => it.join(''));
const anyPath = fc.oneof(path, fc.string(), fc.jsonValue());
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom('x', 'True', '', '{"value":"v"}', '{"value":', '\ud800', null, true, 5, 0.5),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(path, piece), tie('value'), { maxKeys: 4 }),
  ),
}));
const operation = fc.oneof(
  fc.record(
    { op: fc.constantFrom('add', 'Replace', 'remove', 'move', 5), path: anyPath, value },
    { requiredKeys: [] },
  ),
  value,
);

test('whatever is sent is done or refused with a ScimError of 400, and what comes out is canonical', () => {
  const stored = canonicalise(userType, {
    userName: 'ann',
    emails: [{ value: 'a', type: 'work', primary: true }],
    roles: ['r'],
  }).attributes;
  const before = structuredClone(stored);
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 4 }), fc.boolean(), (operations, isGroup) => {
      const [type, start] = isGroup ? [groupType, { displayName: 'g' }] : [userType, stored];
      try {
        const { attributes } = applyPatch(
          type,
          start,
          parsePatch(type, { Operations: operations }),
        );
        const again = canonicalise(type, attributes);
        assert.deepEqual([again.attributes, again.ignored], [attributes, []]);
      } catch (error) {
        assert.ok(error instanceof ScimError, String(error));
        assert.equal(error.status, 400);
        assert.ok(error.detail.length < 600, error.detail);
      }
      assert.deepEqual(stored, before);
    }),
    runs(5_000),
  );
});

test('the members of a group come out as folded changes whatever is sent, and never in its attributes', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 3 }), (operations) => {
      const patch = outcome(() => parsePatch(groupType, { Operations: operations }));
      if (typeof patch === 'string') return;
      const { attributes } = applyPatch(
        groupType,
        { displayName: 'g' },
        { ...patch, operations: [] },
      );
      assert.deepEqual(attributes, { displayName: 'g' });
      assert.equal(
        patch.operations.some(({ step }) => step.attribute.key === 'members'),
        false,
      );
    }),
  );
});
