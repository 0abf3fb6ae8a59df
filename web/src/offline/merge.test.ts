import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { commonBase, isEqual, mergeAnswers, settle } from './merge.ts';

const answers = fc.dictionary(
  fc.constantFrom('site', 'notes', 'photo', '__proto__', 'constructor'),
  fc.jsonValue({ maxDepth: 2 }),
  { noNullPrototype: true },
);
const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));
const photos = (list: readonly string[]) => ({
  photos: list.map((id) => ({ id, name: id, type: 'image/jpeg', size: 1 })),
});

test('what only one side changed is taken from that side, whichever it is', () => {
  fc.assert(
    fc.property(answers, answers, (base, other) => {
      assert.ok(isEqual(mergeAnswers(base, base, other), { answers: other, conflicts: [] }));
      assert.ok(isEqual(mergeAnswers(base, other, base), { answers: other, conflicts: [] }));
      assert.ok(isEqual(mergeAnswers(base, other, other), { answers: other, conflicts: [] }));
    }),
  );
});

const at = (from: object, field: string): unknown =>
  Object.hasOwn(from, field) ? Reflect.get(from, field) : undefined;

test('nobody is overruled unasked: each answer is that of one side, and a clash names both', () => {
  fc.assert(
    fc.property(answers, answers, answers, (base, mine, theirs) => {
      const merged = mergeAnswers(base, mine, theirs);
      const clashes = new Map(merged.conflicts.map((each) => [each.field, each]));
      const fields = new Set([base, mine, theirs].flatMap((each) => Object.keys(each)));
      const wrong = [...fields].filter((field) => {
        const [before, own, other] = [at(base, field), at(mine, field), at(theirs, field)];
        const [isMine, isTheirs] = [!isEqual(own, before), !isEqual(other, before)];
        const clash = clashes.get(field);
        if (isMine && isTheirs && !isEqual(own, other)) {
          return !isEqual([clash?.mine, clash?.theirs], [own, other]);
        }
        return clash !== undefined || !isEqual(at(merged.answers, field), isMine ? own : other);
      });
      assert.deepEqual(wrong, []);
    }),
  );
});

test('what is chosen is what stays, and until then nothing of mine is gone', () => {
  fc.assert(
    fc.property(answers, answers, answers, (base, mine, theirs) => {
      const merged = mergeAnswers(base, mine, theirs);
      const all = (side: 'mine' | 'theirs') =>
        settle(
          merged.answers,
          merged.conflicts,
          new Map(merged.conflicts.map(({ field }) => [field, side])),
        );
      assert.ok(isEqual(all('mine'), merged.answers));
      const settled = all('theirs');
      for (const { field } of merged.conflicts) {
        assert.ok(isEqual(at(merged.answers, field), at(mine, field)));
        assert.ok(isEqual(at(settled, field), at(theirs, field)));
      }
    }),
  );
});

test('photos that both sides added are all there, those that one side took away are not', () => {
  fc.assert(
    fc.property(ids, ids, ids, (base, mine, theirs) => {
      const merged = mergeAnswers(photos(base), photos(mine), photos(theirs));
      assert.deepEqual(merged.conflicts, []);
      const list = merged.answers['photos'];
      assert.ok(Array.isArray(list));
      const expected = [...new Set([...mine, ...theirs])].filter(
        (id) => !base.includes(id) || (mine.includes(id) && theirs.includes(id)),
      );
      assert.deepEqual(list.map(({ id }) => id).toSorted(), expected.toSorted());
    }),
  );
});

test('an own save whose answer was lost is no clash with oneself', () => {
  const base = { site: '' };
  const sent = { site: 'North' };
  const mine = { site: 'North pier' };
  const theirs = { site: 'North', notes: 'wet' };
  const merged = mergeAnswers(commonBase(base, sent, theirs), mine, theirs);
  assert.deepEqual(merged, { answers: { site: 'North pier', notes: 'wet' }, conflicts: [] });
});
