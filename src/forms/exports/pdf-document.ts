import type { Locale } from '#forms/engine/engine-types.ts';
import type { ShownAnswer } from '#forms/reading/shown-answer.ts';

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
  /** The files of the form by id. The drawing process can request the pictures among them. */
  readonly files: Readonly<Record<string, PdfFile>>;
  /** The text in the footer of each page. */
  readonly foot: string;
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
  | { readonly wanted: string }
  | { readonly done: true }
  | { readonly error: string };

/** A message to the drawing process: a form to draw, or the bytes of a requested image. */
export type PdfOrder =
  | { readonly document: PdfDocument }
  | { readonly image: Uint8Array | undefined };
