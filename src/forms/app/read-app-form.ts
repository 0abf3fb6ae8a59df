import type { Form, FormEvent } from '#forms/form.ts';
import { findVersion } from '#forms/template.store.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { AppFormDetail } from './app-form.shapes.ts';
import type { AppFormsDeps } from './app-forms-deps.ts';
import { type Names, named, timeOf } from './describe.ts';
import { readNames } from './names.store.ts';

/** GET /app/v1/forms/:id: one form with its answers and its history. */
export const readAppForm = ({ db, forms }: AppFormsDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/app/v1/forms/:id',
    protocol: 'problem',
    access: { session: true },
    limit: 'api',
    doc: {
      summary: 'Read a form for the web app',
      tag: 'Forms',
      responses: {
        200: { description: 'The form.', schema: AppFormDetail },
        404: { description: 'There is no such form, or it is not for this person.' },
      },
    },
    async handle({ principal, params }) {
      const id = params['id'] ?? '';
      const { accountId } = principal;
      const form = await forms.readForm(db.reader, principal, id);
      if (!form) throw fail('not-found', 'There is no form with this id.');
      const events = await forms.readHistory(db.reader, principal, id);
      const version = await findVersion(db.reader, accountId, form.templateVersionId);
      const names = await readNames(db.reader, accountId, idsIn(form, events));
      const body: AppFormDetail = {
        ...describe(form, names),
        fields: (version?.fields ?? []).map((field) => ({ ...field })),
        history: events.map((event) => describeEvent(event, names)),
      };
      return { status: 200, body };
    },
  });

function idsIn(form: Form, events: readonly FormEvent[]): readonly string[] {
  const { templateId, assignment, createdBy, completedBy } = form;
  const actors = events.map(({ actorUserId }) => actorUserId);
  return [templateId, assignment.id, createdBy, completedBy, ...actors].filter(
    (id) => id !== undefined,
  );
}

function describe(form: Form, names: Names): Omit<AppFormDetail, 'fields' | 'history'> {
  const { id, name, status, number, assignment, completedBy, revision, location, answers } = form;
  return {
    id,
    name,
    status,
    statusChangedAt: timeOf(form.statusChangedAt),
    updatedAt: timeOf(form.updatedAt),
    createdAt: timeOf(form.createdAt),
    template: named(form.templateId, names),
    assignee: { type: assignment.type, ...named(assignment.id, names) },
    number,
    createdBy: named(form.createdBy, names),
    ...(completedBy !== undefined && { completedBy: named(completedBy, names) }),
    revision,
    ...(location && { location: toLocation(location) }),
    answers,
  };
}

const toLocation = ({ latitude, longitude, accuracy }: NonNullable<Form['location']>) => ({
  latitude,
  longitude,
  ...(accuracy !== undefined && { accuracy }),
});

function describeEvent(event: FormEvent, names: Names): AppFormDetail['history'][number] {
  const { id, at, action, actorUserId, credentialId } = event;
  return {
    id,
    at: timeOf(at),
    action,
    ...(actorUserId !== undefined && { actor: named(actorUserId, names) }),
    ...(credentialId !== undefined && { credentialId }),
  };
}
