import type { Locale } from '#kernel/locale.ts';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import type { StaticPart } from '#questionnaires/reading/static-parts.ts';
import type { UploadedFont } from '#typesetting/open-uploaded.ts';

/** A form to print, with everything that the drawing process needs. */
export interface PdfDocument {
  readonly title: string;
  /** The logo of the organisation, a PNG, which stands above the title. */
  readonly logo?: Uint8Array | undefined;
  readonly locale: Locale;
  /** The details above the answers. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** The answers without hidden questions. */
  readonly answers: readonly ShownAnswer[];
  /** The headings and instruction texts between the answers, without hidden ones. */
  readonly parts: readonly StaticPart[];
  /** The questions of a template, instead of answers, to be answered by hand. */
  readonly blank?: readonly BlankQuestion[] | undefined;
  /** Of a form that was reviewed. */
  readonly trail?: PdfTrail | undefined;
  /** The files of the form by id. The drawing process can request the pictures among them. */
  readonly files: Readonly<Record<string, PdfFile>>;
  /** The fonts of the organisation, which the drawing process can request. */
  readonly fonts?: readonly UploadedFont[] | undefined;
  readonly layout?: PdfLayout | undefined;
  /** The text in the footer of each page. */
  readonly foot: string;
}

/** A question to be answered by hand, and what there is room for. */
export type BlankQuestion = {
  readonly name: string;
  readonly title: string;
  readonly section: readonly string[];
} & (
  | { readonly kind: 'line' | 'lines'; readonly unit?: string }
  | { readonly kind: 'choices'; readonly choices: readonly string[] }
  | { readonly kind: 'area'; readonly isLow: boolean }
  | { readonly kind: 'rows'; readonly columns: readonly string[]; readonly rows: readonly string[] }
);

/** Who decided what on a form. */
export interface PdfTrail {
  readonly title: string;
  readonly entries: readonly {
    /** What was done, by whom and when. */
    readonly head: string;
    readonly remarks: readonly string[];
    /** The id of the file with which it was signed. */
    readonly signature?: string | undefined;
  }[];
}

/** What the template chose for its PDFs. */
export interface PdfLayout {
  readonly pageSize: 'A4' | 'Letter';
  /** With two, short answers stand beside each other. */
  readonly columns: 1 | 2;
  /** The colour of titles of pages and sections, `#rrggbb`, which can be read on white. */
  readonly accent?: string | undefined;
  /** A line above each page; `{page}` is its number. */
  readonly header?: string | undefined;
  /** A line below each page instead of the name of the form. */
  readonly footer?: string | undefined;
}

export interface PdfFile {
  readonly name: string;
  readonly size: number;
  /** True when its bytes can be requested as JPEG or PNG; otherwise only its name is printed. */
  readonly isPicture: boolean;
}

/** A message from the drawing process. */
export type PdfMessage =
  | { readonly piece: Uint8Array }
  | { readonly wanted: string; readonly of: 'images' | 'fonts' }
  /** The code points that no font has. */
  | { readonly missing: readonly number[] }
  | { readonly error: string };

/** A message to the drawing process: a form to draw, or the bytes of a requested image or font. */
export type PdfOrder =
  | { readonly document: PdfDocument }
  | { readonly bytes: Uint8Array | undefined };
