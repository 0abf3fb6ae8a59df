import type { Locale } from '#forms/engine/engine-types.ts';
import type { ShownAnswer } from '#forms/reading/shown-answer.ts';

/** A form as it is printed: all that the process which draws it is told. */
export interface PdfDocument {
  readonly title: string;
  readonly locale: Locale;
  /** What stands above the answers: what it is, and its value. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** Hidden ones are left out. */
  readonly answers: readonly ShownAnswer[];
  /** Of its attachments, by id; images among them can be asked for. */
  readonly files: Readonly<Record<string, PdfFile>>;
  /** Stands in the foot of each page. */
  readonly foot: string;
}

export interface PdfFile {
  readonly name: string;
  readonly size: number;
  /** Whether its bytes can be asked for, as JPEG or PNG; else it is named. */
  readonly isPicture: boolean;
}

/** What the drawing process says. */
export type PdfMessage =
  | { readonly piece: Uint8Array }
  | { readonly wanted: string }
  | { readonly done: true }
  | { readonly error: string };

/** What it is told: a form to draw, or the bytes of an image that it asked for. */
export type PdfOrder =
  | { readonly document: PdfDocument }
  | { readonly image: Uint8Array | undefined };
