// Templates and forms on a new database, with a real directory and a clock that the test sets.

import { createAudit } from '#audit/index.ts';
import type { FormsEvents } from '#form-basics/events.ts';
import type { Form, FormActor, NewForm } from '#form-basics/form.ts';
import type { NewTemplate, Template } from '#form-basics/template.ts';
import { createForms, type Forms } from '#forms/forms.ts';
import type { JsonObject } from '#kernel/json.ts';
import { createQuotas } from '#quotas/index.ts';
import { ALL_RIGHTS } from '#templates/rights/rights.ts';
import { openDirectory, type TestDirectory } from './directory.ts';
import type { Engine } from './engines.ts';

/** Two questions, `site` and `notes`. */
export const DEFINITION: JsonObject = {
  pages: [
    {
      name: 'p1',
      elements: [
        { type: 'text', name: 'site', title: 'Site', isRequired: true },
        { type: 'comment', name: 'notes' },
      ],
    },
  ],
};

export interface TestForms extends TestDirectory {
  readonly forms: Forms;
  /** Creates a user with the role, and returns an actor for that user. */
  actAs(role: FormActor['role'], name?: string): Promise<FormActor>;
  addGroup(name: string, memberIds?: readonly string[]): Promise<string>;
  /** Creates and publishes a template on which all designers and admins have all rights. */
  publish(by: FormActor, more?: Partial<NewTemplate>): Promise<Template>;
  create(by: FormActor, template: Template, more?: Partial<NewForm>): Promise<Form>;
}

/** @param events the listener of form events; by default there is none */
export async function openForms(
  engine: Engine,
  events: FormsEvents = { append: async () => undefined },
): Promise<TestForms> {
  const base = await openDirectory(engine);
  const { clock, ids, directory, account, write } = base;
  const audit = createAudit({ clock, ids });
  const settings = {
    fileBytes: undefined,
    forms: undefined,
    uploadBytesPerDay: undefined,
    answerBytes: undefined,
    answerBytesPerDay: undefined,
    answerBytesPerLinkPerDay: undefined,
  };
  const quotas = createQuotas({ settings, clock, audit });
  const forms = createForms({ clock, ids, audit, directory, people: directory, events, quotas });
  return {
    ...base,
    forms,
    async actAs(role, name = base.freshName()) {
      const user = await base.addUser({ userName: name, displayName: name }, { role });
      return { accountId: account.id, userId: user.id, role, via: 'api' };
    },
    async addGroup(name, memberIds = []) {
      const members = memberIds.map((value) => ({ value }));
      const { group } = await write((tx) =>
        directory.createGroup(tx, base.actor(), {
          attributes: { displayName: name },
          members,
          origin: 'local',
        }),
      );
      return group.id;
    },
    publish: (by, more = {}) =>
      write(async (tx) => {
        const made = await forms.createTemplate(tx, by, {
          name: 'Site inspection',
          definition: DEFINITION,
          ...more,
        });
        await forms.giveRights(tx, by, made.id, 'designers', ALL_RIGHTS);
        return (await forms.publishTemplate(tx, by, made.id)).template;
      }),
    create: async (by, template, more = {}) => {
      const { form } = await write((tx) =>
        forms.createForm(tx, by, { templateId: template.id, ...more }),
      );
      return form;
    },
  };
}

/** A refusal by the service for answers in which the page finds no fault. */
export const REFUSED_COMPLETION = {
  status: 422,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    code: 'invalid-answers',
    detail: 'One answer is not valid.',
    faults: [{ at: 'site', field: 'site', kind: 'type', text: 'There is no such site.' }],
  }),
};
