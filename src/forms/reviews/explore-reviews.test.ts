// Nightly: it makes a form for each of many hundred steps; reviews.test.ts takes the usual ways.
// Every state of a review with every action of everybody: what is allowed, and what the form is afterwards. A model says
// the same in a few lines; both have to agree on each step of all sequences up to a length.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FormActor } from '#form-basics/index.ts';
import { findForm } from '#form-records/form.store.ts';
import { AppError } from '#kernel/errors.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { openForms, type TestForms } from '../../../test/support/forms.ts';

const ACTIONS = ['complete', 'approve', 'send-back', 'reject', 'reopen', 'open'] as const;
type Action = (typeof ACTIONS)[number];
const ACTORS = ['ann', 'one', 'also-one', 'two', 'boss', 'stranger'] as const;
type Actor = (typeof ACTORS)[number];

/** What the model knows of a form. */
interface Model {
  readonly state: 'draft' | 'sent-back' | 'in-review' | 'approved' | 'rejected';
  readonly step: 1 | 2;
  readonly isOpened: boolean;
  /** To whom a form that was sent back returns. */
  readonly sender: Actor | undefined;
  /** Who completed it. It stays Ann's, too: it is assigned to her. */
  readonly author: Actor | undefined;
  /** Who made the last decision: repeating it changes nothing. */
  readonly last: Actor | undefined;
}

const DRAFT: Model = {
  state: 'draft',
  step: 1,
  isOpened: false,
  sender: undefined,
  author: undefined,
  last: undefined,
};
/** Step 1 has two reviewers, step 2 has one. The boss has every right on the template; the stranger has none. */
const STEPS: readonly (readonly Actor[])[] = [['one', 'also-one'], ['two']];

const isDraft = ({ state }: Model): boolean => state === 'draft' || state === 'sent-back';

function mayDecide({ state, step, sender, author }: Model, actor: Actor): boolean {
  if (state !== 'in-review' || actor === author) return false;
  const returns = sender !== undefined && sender !== author;
  const asked = returns ? [sender] : (STEPS[step - 1] ?? []);
  return actor === 'boss' || asked.includes(actor);
}

const DECIDED = { approved: 'approve', 'sent-back': 'send-back', rejected: 'reject' } as const;

/** A decision that its reviewer sends again, because the answer was lost. */
const isRepeated = ({ state, last }: Model, actor: Actor, action: Action): boolean =>
  state !== 'draft' && state !== 'in-review' && last === actor && DECIDED[state] === action;

/** Returns what a form becomes; undefined if the action is refused. */
function expected(now: Model, actor: Actor, action: Action): Model | undefined {
  if (action === 'complete') return completed(now, actor);
  if (action === 'reopen') return reopened(now, actor);
  if (isRepeated(now, actor, action)) return now;
  if (!mayDecide(now, actor)) return action === 'open' ? now : undefined;
  if (action === 'open') return { ...now, isOpened: true };
  const decided = { ...now, isOpened: true, last: actor } as const;
  if (action === 'reject') return { ...decided, state: 'rejected' };
  if (action === 'send-back')
    return { ...decided, state: 'sent-back', sender: actor, author: undefined };
  return now.step === 1
    ? { ...decided, step: 2, sender: undefined }
    : { ...decided, state: 'approved' };
}

const completed = (now: Model, actor: Actor): Model | undefined =>
  isDraft(now) && (actor === 'ann' || actor === 'boss')
    ? { ...now, state: 'in-review', isOpened: false, author: actor, last: undefined }
    : undefined;

/** The boss may always reopen; whoever completed a form takes it back while no reviewer has opened it. */
function reopened(now: Model, actor: Actor): Model | undefined {
  const takesBack = actor === now.author && now.state === 'in-review' && !now.isOpened;
  return !isDraft(now) && (actor === 'boss' || takesBack) ? DRAFT : undefined;
}

type Way = readonly (readonly [Actor, Action])[];
interface Reached {
  readonly model: Model;
  /** How a new form comes there. */
  readonly way: Way;
}

forEachEngine((engine) => {
  let world: TestForms;
  let people: Record<Actor, FormActor>;
  let templateId: string;
  before(async () => {
    world = await openForms(engine);
    const [ann, one, also, two, boss, stranger] = await Promise.all(
      ACTORS.map((name) => world.actAs(name === 'boss' ? 'designer' : 'member')),
    );
    assert.ok(ann && one && also && two && boss && stranger);
    people = { ann, one, 'also-one': also, two, boss, stranger };
    const { forms, write } = world;
    templateId = await write(async (tx) => {
      const { id: group } = await world.directory
        .createGroup(
          tx,
          { accountId: boss.accountId, via: 'command-line' },
          { attributes: { displayName: 'Nobody' }, members: [], origin: 'local' },
        )
        .then((made) => made.group);
      const review = {
        steps: [
          { by: 'people', people: [one.userId, also.userId] },
          { by: 'people', people: [two.userId] },
        ],
        fallback: group,
      };
      const definition = { elements: [{ type: 'text', name: 'site' }], review };
      const { id } = await forms.createTemplate(tx, boss, { name: 'Inspection', definition });
      await forms.publishTemplate(tx, boss, id);
      return id;
    });
  });
  after(() => world.close());

  const perform = (actor: FormActor, id: string, action: Action): Promise<unknown> =>
    world.write(async (tx) => {
      const { forms } = world;
      if (action === 'complete') return forms.completeUnchecked(tx, actor, id);
      if (action === 'reopen') return forms.reopenForm(tx, actor, id, { reason: 'Because' });
      if (action === 'open') return forms.openReview(tx, actor, id);
      return forms.decideReview(tx, actor, id, { decision: action, remark: 'Because' });
    });
  const stateOf = async (id: string) => {
    const form = await findForm(world.db.reader, people.ann.accountId, id);
    assert.ok(form);
    const { review, status } = form;
    assert.equal(status === 'draft', review === undefined || review.state === 'sent-back');
    assert.equal(review?.panel !== undefined, review?.state === 'in-review', 'only then it waits');
    return review === undefined
      ? { state: 'draft' }
      : { state: review.state, step: review.step, isOpened: review.openedBy !== undefined };
  };
  const shown = ({ state, step, isOpened }: Model) =>
    state === 'draft' ? { state } : { state, step, isOpened };

  /** Brings a new form into a state by a way that leads there. */
  const reach = async (way: Way): Promise<string> => {
    const { form } = await world.write((tx) =>
      world.forms.createForm(tx, people.ann, { templateId, answers: { site: 'Dam' } }),
    );
    for (const [actor, action] of way) await perform(people[actor], form.id, action);
    return form.id;
  };

  /** Tries an action on a form. @returns whether the form has moved on */
  const tried = async (id: string, model: Model, actor: Actor, action: Action) => {
    const want = expected(model, actor, action);
    const what = `${JSON.stringify(model)}: ${actor} ${action}`;
    const refusal = await perform(people[actor], id, action).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (want === undefined) {
      assert.ok(refusal instanceof AppError, `${what} was allowed`);
      assert.ok(refusal.status >= 400 && refusal.status < 500, what);
    } else if (want !== model) assert.equal(refusal, undefined, `${what}: ${String(refusal)}`);
    assert.deepEqual(await stateOf(id), shown(want ?? model), what);
    return want === model ? undefined : want;
  };

  test('in each state that can be reached, each action of each person is allowed or refused as the model says', async () => {
    const seen = new Set<string>();
    const waiting: Reached[] = [{ model: DRAFT, way: [] }];
    let steps = 0;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { model, way } = next;
      if (seen.has(JSON.stringify(model))) continue;
      seen.add(JSON.stringify(model));
      let id = await reach(way);
      const all = ACTORS.flatMap((actor) => ACTIONS.map((action) => [actor, action] as const));
      for (const [actor, action] of all) {
        steps += 1;
        const moved = await tried(id, model, actor, action);
        if (moved === undefined) continue;
        waiting.push({ model: moved, way: [...way, [actor, action]] });
        id = await reach(way);
      }
    }
    // Fewer would mean that a part of the machine is out of reach.
    assert.ok(seen.size >= 20, `${seen.size} states`);
    assert.ok(steps >= 600, `${steps} steps`);
  });
});
