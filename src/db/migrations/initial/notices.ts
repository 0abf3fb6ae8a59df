import type { Tx } from '#db/database.ts';
import { index, primary, required, type Shape } from './table.ts';

/** The mail queue, and the alerts that admins got by mail. */
export async function createNotices(tx: Tx, { key }: Shape): Promise<void> {
  await tx.schema
    .createTable('notices')
    .addColumn('account_id', key, required)
    .addColumn('id', key, required)
    .addColumn('kind', 'text', required)
    .addColumn('content', 'text', required)
    .addColumn('attempts', 'integer', required)
    .addColumn('next_at', 'bigint', required)
    // By the storage's clock, as in webhook_deliveries.
    .addColumn('claimed_until', 'bigint')
    .addColumn('expires_at', 'bigint', required)
    .addPrimaryKeyConstraint('notices_pkey', ['account_id', 'id'])
    .execute();
  // Forms for one combined mail, because the user got many mails, or the sender sent many.
  await tx.schema
    .createTable('waiting_news')
    .addColumn('account_id', key, required)
    .addColumn('user_id', key, required)
    .addColumn('form_id', key, required)
    .addColumn('assignee_id', key, required)
    .addColumn('at', 'bigint', required)
    .addPrimaryKeyConstraint('waiting_news_pkey', ['account_id', 'user_id', 'form_id'])
    .execute();
  await index(tx, 'waiting_news_by_at', 'waiting_news', [
    ...['at', 'account_id', 'user_id'],
  ]).execute();
  await tx.schema
    .createTable('alerts')
    .addColumn('account_id', key, required)
    .addColumn('id', key, required)
    .addColumn('stage', 'integer', required)
    .addColumn('seen_at', 'bigint', required)
    .addPrimaryKeyConstraint('alerts_pkey', ['account_id', 'id'])
    .execute();
  await tx.schema
    .createTable('mail_trouble')
    .addColumn('name', key, primary)
    .addColumn('since', 'bigint', required)
    .addColumn('reason', 'text', required)
    .execute();
}
