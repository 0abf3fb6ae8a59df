// The layout of an archive of one organisation. docs/moving.md describes it for people.
import type { Table } from '#commands/rows/rows.ts';
import { type Kept, secretColumns } from './account-tables.ts';
import { apiName } from './row-json.ts';

export const FORMAT = 'formstead-account-1';
export const MANIFEST = 'manifest.json';
export const README = 'README.txt';
/** What SCIM shows, for other programs. */
export const SCIM_PATHS: readonly string[] = ['scim/users.jsonl', 'scim/groups.jsonl'];
export const SECRETS = 'secrets.jsonl.age';
export const ATTACHMENTS = 'attachments/';
/** The maximum number of bytes of a line. The longest lines hold the answers of a form or a font. */
export const MOST_LINE_BYTES = 64 * 1_048_576;

/** One file of lines in an archive. */
export interface Part {
  readonly path: string;
  /** Lines, each of which is one JSON object. */
  readonly rows: number;
  readonly bytes: number;
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
}

/** What an archive says about itself. */
export interface AccountManifest {
  readonly format: typeof FORMAT;
  /** The version of Formstead that made it. */
  readonly version: string;
  /** When it was begun, in ISO 8601. */
  readonly madeAt: string;
  readonly engine: 'sqlite' | 'postgres';
  /** The steps of the schema, in order. */
  readonly schema: readonly string[];
  readonly account: { readonly id: string; readonly code: string; readonly name: string };
  /** The end of the audit log's hash chain, and whether every event before it was proven when the archive was made. */
  readonly auditLog: {
    readonly intact: boolean;
    readonly seq: number;
    readonly hash: string | null;
  };
  readonly secrets: 'sealed' | 'left out';
  readonly parts: readonly Part[];
  readonly attachments: { readonly files: number; readonly bytes: number };
  /** Names of tables that are not in it, by the reason. */
  readonly leftOut: Readonly<Record<string, readonly string[]>>;
}

const FOLDERS: Readonly<Record<Exclude<Kept, 'secret'>, string>> = {
  data: 'data/',
  index: 'index/',
};

export const pathInArchive = (
  { name }: Pick<Table, 'name'>,
  kept: Exclude<Kept, 'secret'>,
): string => `${FOLDERS[kept]}${name.replaceAll('_', '-')}.jsonl`;

/** Returns the columns that an archive does not show: the account is the same in all rows. */
export const omittedColumns = (table: Table): readonly string[] => [
  'account_id',
  ...secretColumns(table),
];

/** Returns what a line of the sealed part is called: a whole row of a table, or the secret columns of one. */
export const secretName = ({ name }: Pick<Table, 'name'>): string => apiName(name);

const NAME_BYTES = 100;
const ENDING = /\.[^.\s]{1,12}$/u;
/** Characters that some file system refuses, and those that change how a name is shown. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]/gu;

/** Returns a file name that every system takes, and that fits into an archive. */
function safeName(fileName: string): string {
  const name = fileName
    .normalize('NFC')
    .replace(UNSAFE, '_')
    .replace(/^[.\s]+|[.\s]+$/gu, '');
  if (name === '') return 'file';
  const ending = ENDING.exec(name)?.[0] ?? '';
  const kept: string[] = [];
  let left = NAME_BYTES - Buffer.byteLength(ending);
  for (const character of name.slice(0, name.length - ending.length)) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    kept.push(character);
  }
  return `${kept.join('')}${ending}`;
}

export interface NamedAttachment {
  readonly id: string;
  readonly formId: string;
  readonly fileName: string;
}

/** Returns the path of an attachment, or of the picture that is shown in its place. */
export function attachmentPath(
  { id, formId, fileName }: NamedAttachment,
  what: 'file' | 'picture',
): string {
  const folder = what === 'file' ? '' : 'picture/';
  return `${ATTACHMENTS}${formId}/${id}/${folder}${safeName(fileName)}`;
}

export const README_TEXT = `This archive holds everything of one organisation of Formstead.

manifest.json      what the archive holds: its version, and rows, bytes and SHA-256 of each file
data/              one file per kind, one JSON object per line: users, groups, templates, forms, audit events
scim/              users and groups as SCIM 2.0 resources (RFC 7643), as far as SCIM shows them
attachments/       FORM/ATTACHMENT/NAME: the files of forms; picture/ is what is shown of a photo
index/             what is derived from data/, for formstead account import
secrets.jsonl.age  passwords, keys and other secrets, encrypted in the format of age (age-encryption.org/v1);
                   not there if the archive was made without a key

formstead account import takes it into another installation.
`;
