import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { parseToken } from './address-token.ts';
import { findOwnerOfAddress } from './calendar-address.store.ts';
import type { CalendarDeps } from './calendar-deps.ts';
import { dueCalendar } from './due-calendar.ts';
import { dueForms, MOST_EVENTS } from './due-forms.ts';

export const CALENDAR_PATH = '/calendar.ics';

/** GET /calendar.ics: the calendar of the person with this address. The token is in the query, which no log has. */
export const getCalendar = (deps: CalendarDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: CALENDAR_PATH,
    protocol: 'problem',
    access: 'public',
    limit: 'calendar',
    doc: {
      summary: 'The calendar of a person',
      tag: 'Profile',
      description: `The open forms with a due date that are assigned to the person or their groups, as iCalendar: the next ${MOST_EVENTS}, and if there are fewer, late ones. Without answers.`,
      responses: {
        200: { description: 'The calendar.', mediaType: 'text/calendar' },
        404: { description: 'No calendar has this address, or not any more.' },
      },
    },
    async handle({ query, countClient }) {
      const token = parseToken(query.get('key'));
      const owner = token && (await findOwnerOfAddress(deps.db.reader, token));
      if (!owner) {
        throw fail(
          'not-found',
          'No calendar has this address. It may have been renewed or turned off: copy it again in your profile.',
        );
      }
      await countClient(owner.userId);
      const forms = await dueForms(deps, owner);
      const body = dueCalendar(forms, { ...owner, base: deps.publicUrl() });
      return {
        status: 200,
        headers: {
          'content-type': 'text/calendar; charset=utf-8',
          'content-disposition': 'attachment; filename="formstead.ics"',
        },
        body,
      };
    },
  });
