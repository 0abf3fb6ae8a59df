import type { Static } from 'typebox';
import { attachmentsOf } from '#attachments/index.ts';
import type { Tx } from '#db/database.ts';
import {
  ANSWERS_FULL,
  type Form,
  type FormChanges,
  formActorOf,
  readDueDate,
  readTimeZone,
  type TemplateVersion,
} from '#form-basics/index.ts';
import type { Order } from '#forms/assign-form.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import { AppError } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { type Members, shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { fieldsOf, findVersion } from '#templates/index.ts';
import type { ApiDeps } from './api-deps.ts';
import { changeAnswers, namesCalculated } from './field-changes.ts';
import { FORM_HEADERS, FormChangesInput } from './form.shapes.ts';
import { FormDetail } from './form-detail.ts';
import { toLocation } from './post-form.ts';
import { replyWithForm, writeForm } from './write-form.ts';

/** PATCH /v2/formz/:id: changes the name, the location, some fields, the assignment and the due date of a draft. */
export const patchForm = (deps: ApiDeps): Endpoint =>
  endpoint({
    method: 'PATCH',
    path: '/v2/formz/:id',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'forms.write' },
    body: 'json',
    doc: {
      summary: 'Change a form',
      tag: 'Forms',
      description: [
        'Changes only the fields that you send, and `null` clears a field. The status does not change, so',
        'a complete form must be reopened first. `assignment` and `dueDate` need the right to assign; all',
        'changes of one request are made together, or none. Send If-Match with the ETag of your copy. Without it,',
        'the last write of each field wins.',
      ].join('\n'),
      body: FormChangesInput,
      responses: {
        200: { description: 'The current form.', schema: FormDetail, headers: FORM_HEADERS },
        400: {
          description: 'There is no such user or group, or the due date is none.',
          codes: ['unknown-assignee'],
        },
        404: 'no form seen by the acting user',
        409: { description: 'The form is complete.', codes: ['form-state'] },
        412: {
          description:
            'Another user or program changed the form. `current` is the current form, `sent` is your request.',
        },
        422: {
          description: 'A field does not exist, is read-only, or has an invalid value.',
          codes: ['invalid-answers'],
        },
        ...ANSWERS_FULL,
      },
    },
    async handle(request) {
      const by = formActorOf(request);
      const sent = parseInput(FormChangesInput, request.body);
      const order = orderIn(sent);
      const form = await writeForm(deps, request, async (before, expected) => {
        const edit = await editIn(deps, before, sent);
        return deps.db.transaction(async (tx) => {
          const edited =
            edit &&
            (await deps.forms.editForm(tx, by, before.id, { ...expected, ...(await edit(tx)) }));
          if (order === undefined) return edited ?? before;
          return deps.forms.assignForm(tx, by, before.id, { ...(!edited && expected), ...order });
        });
      });
      return replyWithForm(deps, form, { status: 200 });
    },
  });

type Sent = Static<typeof FormChangesInput>;

/** Returns what a request says about who has the form, and until when; undefined if it says nothing. */
function orderIn({ assignment, dueDate }: Sent): Order | undefined {
  if (assignment === undefined && dueDate === undefined) return undefined;
  return {
    ...(assignment && { assignment: { type: assignment.type, id: assignment.id } }),
    dueAt: readDueDate(dueDate, 'dueDate'),
  };
}

/**
 * Returns the changes that need the right to edit, which are made in a transaction; undefined if the request only hands
 * the form on. A request without any change is an edit, whose rules decide.
 * @throws AppError `busy`
 */
async function editIn(
  deps: ApiDeps,
  before: Form,
  { name, fields, location, assignment, dueDate }: Sent,
): Promise<((tx: Tx) => Promise<FormChanges>) | undefined> {
  const isEdit = name !== undefined || fields !== undefined || location !== undefined;
  if (!isEdit && (assignment !== undefined || dueDate !== undefined)) return undefined;
  const version = await findVersion(deps.db.reader, before.accountId, before.templateVersionId);
  // Sent calculated values are compared with current ones; the engine runs outside of the transaction.
  const isAsked = version && fields && namesCalculated(fieldsOf(version), fields);
  const calculated = isAsked ? await calculatedOf(deps, version, before) : {};
  return async (tx) => {
    const known = version && {
      fields: fieldsOf(version),
      members: shapesOf(version.definition),
      calculated,
      files: await attachmentsOf(tx, before.accountId, before.id),
    };
    return {
      name,
      ...(fields && known && { answers: changeAnswers(known, before.answers, fields) }),
      calculated,
      ...(location !== undefined && { location: location && toLocation(location) }),
    };
  };
}

/** Returns the calculated values of a form. @throws AppError `busy`. */
async function calculatedOf(
  { db, engine }: ApiDeps,
  { definition }: TemplateVersion,
  { accountId, answers }: Form,
): Promise<JsonObject> {
  if (!hasCalculated(shapesOf(definition))) return {};
  try {
    const timeZone = await readTimeZone(db.reader, accountId);
    return (await engine.of(accountId).facts(definition, answers, { timeZone })).computed;
  } catch (error) {
    // If the engine fails on this template, the client has not read any calculated values either.
    if (error instanceof AppError && error.code !== 'busy') return {};
    throw error;
  }
}

const hasCalculated = (members: Members): boolean =>
  [...members.values()].some(
    (shape) =>
      (shape.kind === 'computed' && !shape.isTotal) ||
      (shape.kind === 'rows' && hasCalculated(shape.members)),
  );
