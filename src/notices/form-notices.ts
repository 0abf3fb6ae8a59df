import type { Tx } from '#db/database.ts';
import type { FormsEvent, FormsEvents } from '#form-basics/index.ts';
import type { NewNotice, Tell, Told } from '#kernel/notice.ts';

/** Returns the listener that tells people about transitions of forms, in their transaction. */
export const tellOfForms = (tell: Tell<Tx>): FormsEvents => ({
  async append(tx, event) {
    for (const notice of noticesOf(event)) {
      const { accountId, id, by } = event;
      await tell(tx, { accountId, by, about: { type: 'form', id }, ...notice });
    }
  },
});

type Part = Pick<NewNotice, 'kind' | 'key' | 'to'> & Partial<Pick<NewNotice, 'outcome' | 'by'>>;

/** Events that come with time, and concern whoever has the form. */
const DUE: ReadonlyMap<FormsEvent['type'], NewNotice['kind']> = new Map([
  ['form.due', 'due-soon'],
  ['form.overdue', 'late'],
]);

const DECISIONS: ReadonlyMap<FormsEvent['type'], string> = new Map([
  ['form.approved', 'approved'],
  ['form.sent-back', 'sent-back'],
  ['form.rejected', 'rejected'],
]);

function noticesOf(event: FormsEvent): readonly Part[] {
  const { type, templateId, by, assignment, people = {} } = event;
  // A correction is told to webhooks as reopening and completing; for people nothing has happened.
  if (event.correction !== undefined) return [];
  const assignee = toldOf(assignment);
  const due = DUE.get(type);
  if (due !== undefined) return [{ kind: due, key: templateId, to: assignee }];
  if (type === 'form.created' || type === 'form.assigned') {
    const key = `${templateId} ${by}`;
    return [
      { kind: 'assigned', key, to: assignee },
      { kind: 'handed-on', key, to: toldOf(people.from).filter(({ type: of }) => of === 'User') },
    ];
  }
  if (type === 'form.submitted-for-review') {
    return [
      {
        kind: 'review-asked',
        key: templateId,
        to: people.panel === undefined ? [] : [{ type: 'Panel', id: people.panel }],
      },
    ];
  }
  const author = people.author === undefined ? [] : [{ type: 'User', id: people.author } as const];
  const owners = author.length > 0 ? author : assignee.filter(({ type: of }) => of === 'User');
  const outcome = DECISIONS.get(type);
  if (outcome !== undefined) {
    return [{ kind: 'review-decided', key: `${templateId} ${by} ${outcome}`, to: owners, outcome }];
  }
  if (type === 'form.reopened' && people.isRemarked === true) {
    return [{ kind: 'remark', key: `${event.id} ${by}`, to: owners }];
  }
  return [];
}

const toldOf = (assignee: FormsEvent['assignment']): readonly Told[] =>
  assignee === undefined || assignee.type === 'Link'
    ? []
    : [{ type: assignee.type, id: assignee.id }];
