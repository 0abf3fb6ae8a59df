import type { Selectable } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import type { Brand } from './brand.shapes.ts';

/** The path of a logo; its name is the hash. */
export const LOGO_PATH = '/logos/';

type Row = Selectable<Tables['brands']>;
export type LogoColumns = Pick<Row, 'logo' | 'logo_hash' | 'logo_width' | 'logo_height'>;

/** Returns the brand of an account; it is empty while nothing was set. */
export async function readBrand(db: Reader, accountId: string): Promise<Brand> {
  const row = await db
    .selectFrom('brands')
    .select(['accent', 'logo_hash', 'logo_width', 'logo_height'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) return {};
  const { accent } = row;
  return { ...(accent !== null && { accent }), ...shownLogo(row) };
}

/** Returns the logo of a brand as pages show it, if there is one. */
export const shownLogo = ({
  logo_hash: hash,
  logo_width: width,
  logo_height: height,
}: Omit<LogoColumns, 'logo'>): Pick<Brand, 'logo'> =>
  hash !== null && width !== null && height !== null
    ? { logo: { url: LOGO_PATH + hash, width, height } }
    : {};

/** Returns the PNG of an account's logo; undefined if it has none. */
export async function readLogo(db: Reader, accountId: string): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('brands')
    .select('logo')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return logoBytes(row);
}

/** Returns the PNG of the logo with this hash, of an active account. */
export async function findLogo(db: Reader, hash: string): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('brands as b')
    .innerJoin('accounts as a', 'a.id', 'b.account_id')
    .select('b.logo')
    .where('b.logo_hash', '=', hash)
    .where('a.active', '=', 1)
    .executeTakeFirst();
  return logoBytes(row);
}

export const logoBytes = (row: Pick<Row, 'logo'> | undefined): Uint8Array | undefined =>
  typeof row?.logo === 'string' ? Buffer.from(row.logo, 'base64') : undefined;

export async function saveAccent(tx: Tx, accountId: string, accent: string | null): Promise<void> {
  await tx
    .insertInto('brands')
    .values({ account_id: accountId, ...NO_LOGO, accent })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ accent }))
    .execute();
}

/** Saves the columns of a logo, or {@link NO_LOGO}. */
export async function saveLogo(tx: Tx, accountId: string, logo: LogoColumns): Promise<void> {
  await tx
    .insertInto('brands')
    .values({ account_id: accountId, accent: null, ...logo })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(logo))
    .execute();
}

export const NO_LOGO: LogoColumns = {
  logo: null,
  logo_hash: null,
  logo_width: null,
  logo_height: null,
};
