// Letters about forms and work, with the ways in which their reader loses those.
import assert from 'node:assert/strict';
import { sendReminders } from '#assignments/index.ts';
import { findTemplateRule } from '#rules/rules.store.ts';
import { tellPeople } from '#rules/tell-people.ts';
import { makeRuleKind } from './inserted-rules.ts';
import type { Loss, LossWorld, Reader } from './losing-readers.ts';
import { ok } from './review-world.ts';

const HOUR_MS = 3_600_000;
const NONE = { see: 'own', fill: false, edit: false, assign: false, review: false, manage: false };
export const SEES = { ...NONE, see: 'all', fill: true };

/** A way to lose what a letter is about. */
export interface Way {
  /** What happens to its reader. */
  readonly what: string;
  readonly role: 'member' | 'designer' | 'admin';
  readonly prepare: (world: LossWorld, readers: readonly Reader[]) => Promise<Loss>;
  /** Checks what came, if it is not nothing for those who lost something. */
  readonly check?: (letters: ReadonlyMap<Reader, string>) => void;
}

export const formKind = (kind: 'remark' | 'review-decided'): Way => ({
  what: 'lost the right on the template of the form',
  role: 'member',
  async prepare(world, readers) {
    const templateId = await world.closed();
    const lose = await world.give(templateId, readers, SEES);
    const id = await world.form(templateId);
    return { cause: () => world.tell(kind, { type: 'form', id }, readers), lose };
  },
});

/** A rule tells people of a form, as it does when it runs. */
export const byRule = (kind: 'came-in' | 'rule'): Way => ({
  what: 'lost the right on the template of the form',
  role: 'member',
  async prepare(world, readers) {
    const { services, account } = world.node;
    const { accountId } = account;
    const templateId = await world.closed();
    const lose = await world.give(templateId, readers, SEES);
    const formId = await world.form(templateId);
    const id = await makeRuleKind('rule', world.node, accountId, templateId);
    const rule = await findTemplateRule(services.db.reader, { accountId, id });
    assert.ok(rule);
    const trigger = kind === 'came-in' ? 'completed' : 'begun';
    const to = readers.map((each) => ({ type: 'User', id: each.id }) as const);
    const told = { rule: { ...rule, trigger }, formId } as const;
    const cause = () =>
      services.db.transaction((tx) =>
        tellPeople(services, tx, told, to, { type: 'tell', to, fields: [] }),
      );
    return { cause, lose };
  },
});

export const groupKind = (kind: 'assigned' | 'due-soon' | 'late'): Way => ({
  what: 'left the group that has the form',
  role: 'member',
  async prepare(world, readers) {
    const groupId = await world.group(readers);
    const assignment = { type: 'Group', id: groupId };
    const id = await world.form(await world.closed(), { assignment });
    const cause = () => world.tell(kind, { type: 'form', id }, readers);
    return { cause, lose: world.leave(groupId) };
  },
});

export const handedOn: Way = {
  what: 'left the group that had the form, and learn only that, not how it is named',
  role: 'member',
  async prepare(world, readers) {
    const groupId = await world.group(readers);
    const assignment = { type: 'Group', id: groupId };
    const id = await world.form(await world.closed(), { assignment, name: 'Secret visit' });
    const cause = () => world.tell('handed-on', { type: 'form', id }, readers);
    return { cause, lose: world.leave(groupId) };
  },
  check(letters) {
    for (const [{ loses }, text] of letters) {
      assert.match(text, /Inspection|Secret visit/);
      assert.equal(text.includes('Secret visit'), !loses, text);
    }
  },
};

export const reminder: Way = {
  what: 'left the group that has the work',
  role: 'member',
  async prepare(world, readers) {
    const { services, clock } = world.node;
    const groupId = await world.group(readers);
    const assignee = { type: 'Group', id: groupId, mode: 'shared' };
    const templateId = await world.closed();
    await world.ask('POST', '/assignments', { templateId, assignee }, 201);
    const { id } = await services.db.reader
      .selectFrom('assignments')
      .select('id')
      .where('assignee_id', '=', groupId)
      .executeTakeFirstOrThrow();
    const cause = async () => {
      await world.ask('POST', `/assignments/${id}/remind`);
      clock.advance(HOUR_MS);
      await sendReminders(services).run();
    };
    return { cause, lose: world.leave(groupId) };
  },
};

export const reviewAsked: Way = {
  what: 'left the group that reviews',
  role: 'member',
  async prepare(world, readers) {
    const groupId = await world.group(readers);
    const templateId = await world.template({ steps: [{ by: 'group', group: groupId }] });
    const id = await world.complete(world.ann, templateId);
    const cause = () => world.tell('review-asked', { type: 'form', id }, readers);
    return { cause, lose: world.leave(groupId) };
  },
};

export const reviewOver: Way = {
  what: 'have nothing to review any more',
  role: 'member',
  async prepare(world, readers) {
    const forms = new Map<string, string>();
    for (const { id } of readers) {
      const steps = [{ by: 'people', people: [id] }];
      const templateId = await world.template({ steps, fallback: world.panel });
      forms.set(id, await world.complete(world.ann, templateId));
    }
    const formOf = ({ id }: Reader) => forms.get(id) ?? '';
    const cause = async () => {
      for (const each of readers) {
        await world.tell('review-asked', { type: 'form', id: formOf(each) }, [each]);
      }
    };
    const lose = async (each: Reader) =>
      ok(await world.reopen(world.admin, formOf(each), { reason: 'Not yet' }));
    return { cause, lose };
  },
};
