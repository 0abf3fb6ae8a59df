// Sends wrong answers to a field in every possible way: each is refused, with its position.
import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import type { Answer } from '../support/instance.ts';
import type { Asked } from './build.ts';
import type { FileToSend, Wrong } from './journey.ts';
import { ok, type Service } from './service.ts';

/** A form for the attempts, and the template for others like it. */
export interface Tried {
  readonly service: Service;
  readonly templateId: string;
  readonly formId: string;
}

/** Sends the wrong answers to an existing form. */
export async function assertNoChange({ service, formId }: Tried, asked: Asked): Promise<void> {
  const { name, journey } = asked;
  for (const { value, at = '', told } of asked.wrong) {
    const answer = await service.change(formId, { [name]: { [journey.member]: value } });
    assertRefused(answer, [name + at], `${name} = ${JSON.stringify(value)}`);
    if (told !== undefined) assert.ok(answer.text.includes(told), answer.text);
  }
  for (const files of asked.wrongFiles) await assertNoFiles(service, formId, asked, files);
}

/** Creates a form with a wrong answer. */
export async function assertNotMade({ service, templateId }: Tried, asked: Asked): Promise<void> {
  const [wrong] = asked.wrong;
  if (wrong === undefined) return;
  const { name, journey } = asked;
  const fields = { [name]: { [journey.member]: wrong.value } };
  assertRefused(
    await service.create(templateId, fields),
    [name + (wrong.at ?? '')],
    `new with ${name} = ${JSON.stringify(wrong.value)}`,
  );
}

/** Sends many wrong answers together, as the page does; each is reported. */
export async function assertNotSaved(tried: Tried, all: readonly Asked[]): Promise<void> {
  const rounds = Math.max(...all.map(({ wrong }) => wrong.length));
  for (let round = 0; round < rounds; round += 1) {
    const wrongs = all.flatMap(({ name, wrong }): readonly (readonly [string, Wrong])[] => {
      const each = wrong[round];
      return each === undefined ? [] : [[name, each]];
    });
    const positions = wrongs.map(([name, { at = '' }]) => name + at);
    const answers: JsonObject = Object.fromEntries(
      wrongs.map(([name, { value }]): readonly [string, JsonValue] => [name, value]),
    );
    assertRefused(
      await tried.service.save(tried.formId, answers),
      positions,
      JSON.stringify(answers),
    );
  }
}

async function assertNoFiles(
  service: Service,
  formId: string,
  { name, journey }: Asked,
  files: readonly FileToSend[],
): Promise<void> {
  const what = `${name} with ${files.map((file) => file.name).join(' and ')}`;
  const sent: JsonObject[] = [];
  for (const file of files) {
    const answer = await service.upload(formId, name, file);
    if (answer.status !== 201) return assertRefused(answer, [name], what);
    sent.push({ id: String((await ok(Promise.resolve(answer))).at('id')) });
  }
  assertRefused(await service.change(formId, { [name]: { [journey.member]: sent } }), [name], what);
}

export const positionsIn = (answer: Answer): readonly string[] =>
  ((answer.at('faults') ?? []) as readonly { readonly at: string }[])
    .map(({ at }) => at)
    .toSorted();

/** Checks that each position is reported, or one inside it. */
function assertRefused(answer: Answer, positions: readonly string[], what: string): void {
  assert.equal(answer.status, 422, `${what}: ${answer.text}`);
  const told = [String(answer.at('at')).replace(/^fields\./, ''), ...positionsIn(answer)];
  for (const position of positions) {
    const isTold = told.some(
      (at) =>
        at === position || (/^[.[]/.test(at.slice(position.length)) && at.startsWith(position)),
    );
    assert.ok(isTold, `${what}: ${position} is not told by ${answer.text}`);
  }
}
