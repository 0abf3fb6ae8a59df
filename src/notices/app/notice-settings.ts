import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { findRecipient } from '#letters/index.ts';
import { changeNoticeSettings, readNoticeSettings } from '#notices/choices/change-choices.ts';
import { NoticeSettings, NoticeSettingsChange } from '#notices/choices/choices.shapes.ts';
import type { NoticesDeps } from '#notices/notices-deps.ts';

const PATH = '/app/v1/notices/settings';

/** GET /app/v1/notices/settings: returns how the user is told of what, and when. */
export const getNoticeSettings = (deps: NoticesDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: PATH,
    doc: {
      summary: 'Read how one is told',
      tag: 'Notices',
      responses: { 200: { description: 'The current state.', schema: NoticeSettings } },
    },
    async handle({ principal }) {
      return { status: 200, body: await describe(deps, principal) };
    },
  });

/** PATCH /app/v1/notices/settings: changes how the user is told. */
export const patchNoticeSettings = (deps: NoticesDeps): Endpoint =>
  appEndpoint({
    method: 'PATCH',
    path: PATH,
    body: NoticeSettingsChange,
    maxBodyBytes: 16_384,
    doc: {
      summary: 'Change how one is told',
      tag: 'Notices',
      description:
        'By kind: at once, in one mail a day, or by the bell alone. Mails about passwords and sign-in are no kind, and always go out.',
      responses: {
        200: { description: 'As they are now.', schema: NoticeSettings },
        400: { description: 'There is no such kind or time zone.' },
      },
    },
    async handle({ principal, body }) {
      await deps.db.transaction((tx) => changeNoticeSettings(tx, principal, body));
      return { status: 200, body: await describe(deps, principal) };
    },
  });

async function describe(
  { db, directory, mailQueue, pushQueue }: NoticesDeps,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
): Promise<NoticeSettings> {
  const settings = await readNoticeSettings(db.reader, { accountId, userId });
  const recipient = await findRecipient({ directory }, db.reader, accountId, userId);
  return {
    ...settings,
    mailOffered: mailQueue.isOn,
    pushOffered: pushQueue.isOn,
    ...(recipient && { email: recipient.email }),
  };
}
