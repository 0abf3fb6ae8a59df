// The whole life of a form with many kinds of fields: created, filled in, completed, delivered, read, exported,
// reopened, changed, and completed again.
import assert from 'node:assert/strict';
import type { JsonObject } from '#kernel/json.ts';
import type { Kind } from '#web/builder/kinds.ts';
import type { Answer } from '../support/instance.ts';
import { IS_DAILY } from '../support/timing.ts';
import type { Receiver } from '../support/webhook-receiver.ts';
import { type Asked, builtOf } from './build.ts';
import { type Filled, fillIn, sentOf } from './filled.ts';
import type { Words } from './journey.ts';
import { type Exported, ok, type Service } from './service.ts';

type ByLocale<T> = ReadonlyMap<keyof Words, T>;

export interface Read {
  readonly filled: readonly Filled[];
  readonly api: Answer;
  readonly page: ByLocale<Answer>;
  readonly csv: ByLocale<Exported>;
  readonly pdf: ByLocale<Exported>;
  readonly json: Exported;
}

export interface Travelled {
  readonly asked: readonly Asked[];
  /** The answer to completing it before anything was filled in. */
  readonly refused: Answer;
  readonly first: Read;
  /** The answer at the URL that the webhook message contains. */
  readonly told: Answer;
  /** The answer to sending all its fields back as they were read, and the form before and after that. */
  readonly sentBack: readonly [before: Answer, answer: Answer, after: Answer];
  /** After it was reopened and everything was changed. */
  readonly later: Read;
}

const BOTH: readonly (keyof Words)[] = ['en', 'de'];
/** Printing takes longer than everything else, and both languages of the page are read every day. */
const PRINTED = IS_DAILY ? BOTH.slice(1) : BOTH;

async function inEach<T>(
  locales: readonly (keyof Words)[],
  make: (locale: keyof Words) => Promise<T>,
): Promise<ByLocale<T>> {
  const made = new Map<keyof Words, T>();
  for (const locale of locales) made.set(locale, await make(locale));
  return made;
}

/** @param receiver gets the events of completed forms at `/completed` */
export async function travel(
  service: Service,
  receiver: Receiver,
  kinds: readonly Kind[],
): Promise<Travelled> {
  const { definition, asked } = builtOf(kinds);
  const templateId = await service.publish(`From ${kinds[0]} on`, definition);
  const id = String((await ok(service.create(templateId))).at('formId'));
  const readAll = async (turn: 'first' | 'later', locales = BOTH): Promise<Read> => {
    const filled = await fillAll(service, id, asked, turn);
    await ok(service.setStatus(id, 'complete'));
    return {
      filled,
      api: await ok(service.read(id)),
      page: await inEach(locales, (locale) => ok(service.readPage(id, locale))),
      csv: await inEach(locales, (locale) => service.export('csv', templateId, locale)),
      pdf: await inEach(turn === 'first' ? PRINTED : [], (locale) =>
        service.export('pdf', templateId, locale),
      ),
      json: await service.export('json', templateId, 'en'),
    };
  };
  const refused = await service.setStatus(id, 'complete');
  const first = await readAll('first');
  const told = await service.node.request('GET', await addressTold(service, receiver, id));
  await ok(service.setStatus(id, 'draft'));
  const before = await ok(service.read(id));
  const answer = await service.change(id, before.at('fields') as JsonObject);
  const sentBack = [before, answer, await ok(service.read(id))] as const;
  return { asked, refused, first, told, sentBack, later: await readAll('later', ['en']) };
}

async function fillAll(
  service: Service,
  formId: string,
  asked: readonly Asked[],
  turn: 'first' | 'later',
): Promise<readonly Filled[]> {
  const filled: Filled[] = [];
  for (const each of asked) filled.push(await fillIn(each, each[turn], service.uploadTo(formId)));
  const fields = filled.flatMap((each): readonly (readonly [string, JsonObject])[] => {
    const sent = sentOf(each);
    return sent === undefined ? [] : [[each.asked.name, sent]];
  });
  await ok(service.change(formId, Object.fromEntries(fields)));
  return filled;
}

export async function addressTold(
  service: Service,
  receiver: Receiver,
  formId: string,
): Promise<string> {
  const seen = receiver.received.filter(({ path }) => path === '/completed').length;
  for (let count = Math.max(seen, 1); ; count += 1) {
    const told = await receiver.waitFor('/completed', count);
    const found = told.find(({ body }) => body.includes(formId));
    if (found === undefined) continue;
    const { data } = JSON.parse(found.body);
    assert.ok(String(data.url).startsWith(service.node.baseUrl), found.body);
    return String(data.url).slice(service.node.baseUrl.length);
  }
}
