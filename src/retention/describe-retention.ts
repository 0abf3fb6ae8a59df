import type { Reader } from '#db/database.ts';
import { readNames } from '#form-basics/index.ts';
import { fieldsOfTemplate } from './fields-of-template.ts';
import type { RetentionDetail } from './retention.shapes.ts';
import { countDueForms, findRule, firstCountedAt } from './retention.store.ts';
import { cutoffOf, dueAtOf, NOTICE_MS, type RetentionRule } from './retention.ts';

/** Returns the rule of a template, and when and how many forms it affects next. */
export async function describeRetention(
  db: Reader,
  where: { readonly accountId: string; readonly templateId: string },
  now: number,
): Promise<RetentionDetail> {
  const rule = await findRule(db, where.accountId, where.templateId);
  const fields = await fieldsOfTemplate(db, where);
  const choices = fields.map(({ name, title }) => ({ name, title }));
  if (!rule) return { fields: choices };
  const { action, days, countedFrom, location, setBy, setAt } = rule;
  const name = (await readNames(db, where.accountId, [setBy])).get(setBy);
  const next = await nextOf(db, rule, now);
  return {
    rule: {
      action,
      days,
      countedFrom,
      fields: [...rule.fields],
      location,
      setAt: new Date(setAt).toISOString(),
      setBy: { id: setBy, ...(name !== undefined && { name }) },
    },
    ...(next && { next: { at: new Date(next.at).toISOString(), count: next.count } }),
    fields: choices,
  };
}

async function nextOf(db: Reader, rule: RetentionRule, now: number) {
  const countedAt = await firstCountedAt(db, rule);
  if (countedAt === undefined) return undefined;
  // Nobody who has not been told yet loses anything within the notice.
  const at = Math.max(dueAtOf(rule, countedAt), (rule.toldAt ?? now) + NOTICE_MS, now);
  return { at, count: await countDueForms(db, rule, cutoffOf(rule, at)) };
}
