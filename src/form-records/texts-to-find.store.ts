import { sql } from 'kysely';
import { searchedAnswers } from '#answer-index/index.ts';
import { engineOf } from '#db/dialect.ts';
import { fittingPage, formText, templateText } from '#form-basics/index.ts';
import { readNameTranslations } from '#questionnaires/definition/name-translations.ts';
import type { SearchSource } from '#search/index.ts';

// Rows stay locked until they are indexed; otherwise an older text could overwrite a change made meanwhile.

/** Templates with their searchable texts, for an index that does not contain them yet. */
export const templatesToFind: SearchSource = {
  kind: 'template',
  async page(tx, after, limit) {
    const rows = await tx
      .selectFrom('templates')
      .select(['account_id', 'id', 'name', 'name_translations'])
      .where(sql<boolean>`(account_id, id) > (${after.accountId}, ${after.id})`)
      .orderBy('account_id')
      .orderBy('id')
      .limit(limit)
      .$if(engineOf(tx) === 'postgres', (query) => query.forNoKeyUpdate())
      .execute();
    const things = rows.map(({ account_id, ...template }) => ({
      accountId: account_id,
      id: template.id,
      ...templateText({
        name: template.name,
        nameTranslations: readNameTranslations(template.name_translations),
      }),
    }));
    return { things, isLast: rows.length < limit };
  },
};

/** Forms with their searchable texts. Deleted forms are included, because they can be restored. */
export const formsToFind: SearchSource = {
  kind: 'form',
  async page(tx, after, limit) {
    const next = tx
      .selectFrom('forms')
      .where(sql<boolean>`(account_id, id) > (${after.accountId}, ${after.id})`)
      .orderBy('account_id')
      .orderBy('id');
    const { size, isLast } = await fittingPage(tx, next, limit);
    const rows = await next
      .select(['account_id', 'id', 'name', 'number', 'created_by'])
      .select(['template_id', 'template_version_id', 'answers'])
      .limit(size)
      .$if(engineOf(tx) === 'postgres', (query) => query.forNoKeyUpdate())
      .execute();
    const forms = [];
    for (const row of rows) {
      const answers = await searchedAnswers(tx, {
        accountId: row.account_id,
        templateId: row.template_id,
        templateVersionId: row.template_version_id,
        answers: JSON.parse(row.answers),
      });
      const { id, name, number, created_by: createdBy } = row;
      const text = formText({ id, name, number, createdBy }, answers);
      forms.push({ accountId: row.account_id, id, ...text });
    }
    return { things: forms, isLast };
  },
};
