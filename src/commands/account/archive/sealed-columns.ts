import type { CopiedRow, Table } from '#commands/rows/rows.ts';
import { ALL_SEALED_TEXTS } from '#commands/sealed-texts.ts';
import type { SealedColumn } from '#db/sealed-texts.ts';
import type { Seal } from '#kernel/seal.ts';
import type { StoredRow } from './row-json.ts';

const COLUMNS: readonly SealedColumn[] = ALL_SEALED_TEXTS.flatMap(({ column }) => column ?? []);

/** The columns of a table whose texts are sealed with the master key of an installation. */
const sealedColumns = ({ name }: Pick<Table, 'name'>): readonly SealedColumn[] =>
  COLUMNS.filter(({ table }) => table === name);

/**
 * Opens what the master key of this installation has sealed.
 * @returns undefined if it can't be opened, because the key was lost since
 */
export function openRow(
  seal: Seal,
  table: Table,
  accountId: string,
  row: StoredRow,
): StoredRow | undefined {
  const opened: Record<string, unknown> = { ...row };
  for (const { column, id, contextOf } of sealedColumns(table)) {
    const sealed = row[column];
    if (typeof sealed !== 'string' || isWithoutSecret(row, sealed)) continue;
    const text = seal.open(contextOf(accountId, String(row[id])), sealed);
    if (text === undefined) return undefined;
    opened[column] = text;
  }
  return opened;
}

/** A connection by SAML has no secret. Elsewhere an empty text is one that was lost with the master key. */
const isWithoutSecret = ({ kind }: StoredRow, sealed: string): boolean =>
  kind === 'saml' && sealed === '';

/** Seals the texts of a row with the master key of this installation. */
export function sealRow(seal: Seal, table: Table, row: CopiedRow): CopiedRow {
  const at = (name: string): number => table.columns.findIndex((column) => column.name === name);
  const sealed = [...row];
  for (const { column, id, contextOf } of sealedColumns(table)) {
    const text = row[at(column)];
    if (typeof text !== 'string' || text === '') continue;
    const context = contextOf(String(row[at('account_id')]), String(row[at(id)]));
    sealed[at(column)] = seal.seal(context, text);
  }
  return sealed;
}
