import { personNamed } from './people.ts';
import { dayOf } from './sample.ts';
import { askForToken, type Stage, type Token } from './stage.ts';
import { type Newcomer, USER_NAME } from './story-provisioning.ts';
import { at, StoryFault, textAt } from './teller.ts';

/** @returns a token that acts as the newcomer */
export async function tellForms(stage: Stage, token: Token, newcomer: Newcomer): Promise<Token> {
  stage.teller.heading('Other systems read the forms');
  await tellPages(stage, token);
  await tellFilters(stage, token);
  return showVisibility(stage, newcomer);
}

async function tellPages({ teller, organisation }: Stage, token: Token): Promise<void> {
  const first = await teller.step({
    say: `GET /v2/formz lists what the acting user sees; an admin sees all ${organisation.forms}. The answer is a bare array, the total is a header, and Link leads on.`,
    call: { path: '/v2/formz', query: { pageSize: '2' }, token },
    status: 200,
    show: ['x-total-count', 'link', 'etag'],
    holds: ({ headers }) => headers.get('x-total-count') === String(organisation.forms),
  });
  const next = nextPage(first.headers.get('link') ?? '');
  await teller.step({
    say: 'The next page is the link with rel="next", which goes on exactly where this one ended.',
    call: { path: next.pathname, query: Object.fromEntries(next.searchParams), token },
    status: 200,
    holds: ({ body }) => at(body, 1, 'formId') !== at(first.body, 1, 'formId'),
  });
  await teller.step({
    say: 'Who has the first page already sends its ETag and gets no body while nothing changed.',
    call: {
      path: '/v2/formz',
      query: { pageSize: '2' },
      headers: { 'If-None-Match': first.headers.get('etag') ?? '' },
      token,
    },
    status: 304,
    holds: ({ body }) => body === undefined,
  });
}

function nextPage(link: string): URL {
  const next = /<([^>]+)>; rel="next"/.exec(link)?.[1];
  if (next === undefined) throw new StoryFault('the first page has no link to the next one');
  return new URL(next);
}

async function tellFilters({ teller, services }: Stage, token: Token): Promise<void> {
  const weekAgo = dayOf(services.clock.now(), -7);
  await teller.step({
    say: 'Completed forms, the newest first.',
    call: {
      path: '/v2/formz',
      query: { status: 'complete', sort: 'lastUpdateDate desc', pageSize: '1' },
      token,
    },
    status: 200,
    show: ['x-total-count'],
    holds: ({ body }) => at(body, 0, 'status', 'status') === 'complete',
  });
  await teller.step({
    say: 'Work orders that changed in the last seven days: how a system fetches only what is new.',
    call: {
      path: '/v2/formz',
      query: { name: 'work order', filter: `lastupdateddate ge ${weekAgo}`, pageSize: '1' },
      token,
    },
    status: 200,
    show: ['x-total-count'],
    holds: ({ body }) => textAt(body, 0, 'lastUpdateDate') >= weekAgo,
  });
}

async function showVisibility(
  { teller, services, organisation }: Stage,
  { userId }: Newcomer,
): Promise<Token> {
  const { accountId } = organisation.account;
  const by = organisation.userIds.get(personNamed('Samir Haddad').userName) ?? '';
  const made = await services.db.transaction((tx) =>
    services.credentials.create(
      tx,
      { accountId, userId: by, via: 'api' },
      { name: "Ada's tablet", actsAsUserId: userId },
    ),
  );
  const credential = { clientId: made.credentialId, clientSecret: made.clientSecret };
  const token = await askForToken(
    teller,
    'ADA',
    credential,
    `An admin makes a credential that acts as Ada; the demo does what "formstead credential create --user ${USER_NAME}" does. Its token goes into ADA.`,
  );
  await teller.step({
    say: 'With it the same list has only what Ada may see: forms for the groups that she is in.',
    call: { path: '/v2/formz', query: { pageSize: '1' }, token },
    status: 200,
    show: ['x-total-count'],
    holds: ({ headers, body }) =>
      Number(headers.get('x-total-count')) < organisation.forms &&
      at(body, 0, 'assignment', 'type') === 'Group',
  });
  return token;
}
