// What the drawing of a document is given, and what it tells.
import type { Locale } from '#kernel/locale.ts';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import type { UploadedFont } from '#typesetting/open-uploaded.ts';
import type { Layout, Shown } from './box.ts';

type Fact = Extract<Shown, { readonly fact: unknown }>['fact'];

/** A form and its paper, with everything that is drawn. */
export interface FilledDocument {
  readonly title: string;
  readonly locale: Locale;
  readonly layout: Layout;
  /** The answers that the viewer may see. */
  readonly answers: readonly ShownAnswer[];
  readonly facts: Readonly<Record<Fact, string>>;
  /** The files of the form by id. */
  readonly files: Readonly<Record<string, DocumentFile>>;
  /** The fonts of the organisation. */
  readonly fonts: readonly UploadedFont[];
}

export interface DocumentFile {
  readonly name: string;
  /** True when its bytes can be requested as JPEG or PNG; otherwise its name is printed. */
  readonly isPicture: boolean;
}

/** An answer that is printed in an annex, under a title that begins with its number. */
export interface AnnexEntry {
  readonly number: number;
  /** The question; undefined for a text. */
  readonly question?: string;
  /**
   * `too-long`: it did not fit into its box. `too-many`: the paper has fewer lines than the answer has rows, or fewer boxes
   * than it has files. `no-box`: it, or a part of it, has no box.
   */
  readonly why: 'too-long' | 'too-many' | 'no-box';
  readonly answer: ShownAnswer;
}

/** What became of the answers. */
export interface DrawnDocument {
  /** The boxes whose text is smaller than their largest size, with its size in points. */
  readonly shrunk: readonly { readonly box: string; readonly size: number }[];
  readonly annexed: readonly AnnexEntry[];
  /** The code points that no font has. */
  readonly unprintable: readonly number[];
}
