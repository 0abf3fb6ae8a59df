import type { Selectable } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import { logoBytes, NO_LOGO, shownLogo } from './brand.store.ts';
import type { TemplateBrand } from './template-brand.shapes.ts';

type Row = Selectable<Tables['template_brands']>;
type Columns = Omit<Row, 'account_id' | 'template_id'>;

const START: Columns = {
  accent: null,
  ...NO_LOGO,
  header: null,
  footer: null,
  page_size: 'A4',
  columns: 1,
};

/** Returns what a template changes of the brand; only the page size and the columns while nothing was set. */
export async function readTemplateBrand(
  db: Reader,
  accountId: string,
  templateId: string,
): Promise<TemplateBrand> {
  const row = await db
    .selectFrom('template_brands')
    .select(['accent', 'logo_hash', 'logo_width', 'logo_height'])
    .select(['header', 'footer', 'page_size', 'columns'])
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .executeTakeFirst();
  const { accent, header, footer, ...rest } = row ?? START;
  return {
    ...(accent !== null && { accent }),
    ...shownLogo(rest),
    ...(header !== null && { header }),
    ...(footer !== null && { footer }),
    pageSize: rest.page_size === 'Letter' ? 'Letter' : 'A4',
    columns: rest.columns === 2 ? 2 : 1,
  };
}

/** Returns the PNG of a template's own logo; undefined if it has none. */
export async function readTemplateLogo(
  db: Reader,
  accountId: string,
  templateId: string,
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('template_brands')
    .select('logo')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .executeTakeFirst();
  return logoBytes(row);
}

/** Returns the PNG of the logo with this hash, of a template of an active account. */
export async function findTemplateLogo(db: Reader, hash: string): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('template_brands as b')
    .innerJoin('accounts as a', 'a.id', 'b.account_id')
    .select('b.logo')
    .where('b.logo_hash', '=', hash)
    .where('a.active', '=', 1)
    .executeTakeFirst();
  return logoBytes(row);
}

/** Gives a template that has no brand yet the one of another, logo included; nothing if that has none. */
export async function copyTemplateBrand(
  tx: Tx,
  accountId: string,
  from: string,
  to: string,
): Promise<void> {
  const row = await tx
    .selectFrom('template_brands')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('template_id', '=', from)
    .executeTakeFirst();
  if (row === undefined) return;
  await tx
    .insertInto('template_brands')
    .values({ ...row, template_id: to })
    .execute();
}

/** Changes some columns; the others stay, or start as {@link START}. */
export async function saveTemplateBrand(
  tx: Tx,
  accountId: string,
  templateId: string,
  changes: Partial<Columns>,
): Promise<void> {
  await tx
    .insertInto('template_brands')
    .values({ account_id: accountId, template_id: templateId, ...START, ...changes })
    .onConflict((conflict) => conflict.columns(['account_id', 'template_id']).doUpdateSet(changes))
    .execute();
}

/** Deletes the brand of a template with its logo. */
export async function deleteTemplateBrand(
  tx: Tx,
  accountId: string,
  templateId: string,
): Promise<void> {
  await tx
    .deleteFrom('template_brands')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .execute();
}
