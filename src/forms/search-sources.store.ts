import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { SearchSource } from '#search/index.ts';
import { formText, templateText } from './search-texts.ts';

// Rows stay locked until they are indexed; otherwise an older text could overwrite a change made meanwhile.

/** Templates with their searchable texts, for an index that does not contain them yet. */
export const templatesToFind: SearchSource = {
  kind: 'template',
  async page(tx, after, limit) {
    const rows = await tx
      .selectFrom('templates')
      .select(['account_id', 'id', 'name'])
      .where(sql<boolean>`(account_id, id) > (${after.accountId}, ${after.id})`)
      .orderBy('account_id')
      .orderBy('id')
      .limit(limit)
      .$if(engineOf(tx) === 'postgres', (query) => query.forNoKeyUpdate())
      .execute();
    return rows.map(({ account_id, ...template }) => ({
      accountId: account_id,
      id: template.id,
      ...templateText(template),
    }));
  },
};

/** Forms with their searchable texts. Deleted forms are included, because they can be restored. */
export const formsToFind: SearchSource = {
  kind: 'form',
  async page(tx, after, limit) {
    const rows = await tx
      .selectFrom('forms')
      .select(['account_id', 'id', 'name', 'number'])
      .where(sql<boolean>`(account_id, id) > (${after.accountId}, ${after.id})`)
      .orderBy('account_id')
      .orderBy('id')
      .limit(limit)
      .$if(engineOf(tx) === 'postgres', (query) => query.forNoKeyUpdate())
      .execute();
    return rows.map(({ account_id, ...form }) => ({
      accountId: account_id,
      id: form.id,
      ...formText(form),
    }));
  },
};
