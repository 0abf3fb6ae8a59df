import type SqliteDatabase from 'better-sqlite3';
import { hashOfLogo } from '#brand/index.ts';

/**
 * Names staged logos anew. A request for a logo names no account, so that a name which an archive has chosen could
 * show its picture in the place of another organisation's.
 */
export function nameLogos(handle: SqliteDatabase.Database): void {
  handle.function('name_of_logo', (owner: unknown, logo: unknown) =>
    typeof owner === 'string' && typeof logo === 'string'
      ? hashOfLogo(owner, Buffer.from(logo, 'base64'))
      : null,
  );
  handle.exec(`
    update brands set logo_hash = name_of_logo(account_id, logo);
    update template_brands set logo_hash = name_of_logo(account_id || ' ' || template_id, logo);`);
}
