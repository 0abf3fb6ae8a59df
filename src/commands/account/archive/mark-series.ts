import type SqliteDatabase from 'better-sqlite3';
import { seriesOf } from '#answer-index/index.ts';

/**
 * Gives staged answers the series that they have. All answers of a series are counted without a look at their account, so
 * that one which an archive has chosen could count among those of another organisation.
 */
export function markSeries(handle: SqliteDatabase.Database): void {
  handle.function('series_of', (accountId: unknown, templateId: unknown, field: unknown) =>
    seriesOf({ accountId: String(accountId), templateId: String(templateId) }, String(field)),
  );
  handle.exec('update answer_values set series = series_of(account_id, template_id, field)');
}
