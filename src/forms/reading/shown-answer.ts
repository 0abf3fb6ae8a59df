import type { JsonObject, JsonValue } from '#kernel/json.ts';

/** One question with its answer, as pages, PDFs, CSV files and /v2 show it. */
export interface ShownAnswer {
  readonly name: string;
  readonly title: string;
  /** The type of the question. */
  readonly type: string;
  /** The titles of the page and the panels that it stands in, outermost first. */
  readonly section: readonly string[];
  /** `hidden`: a condition keeps it from whoever fills in the form, so that nobody was asked. */
  readonly state: 'answered' | 'unanswered' | 'hidden';
  /** As it is stored, or calculated; null without an answer. */
  readonly value: JsonValue;
  /** As people read it; empty without an answer, and for rows. */
  readonly displayValue: string;
  /** What was typed beside the answer: of "other", which the display value has, or a remark. */
  readonly comment?: string;
  /** What was typed beside the answer and is not part of its display value. */
  readonly remark?: string;
  /** Of a table or a repeated panel. */
  readonly rows?: readonly (readonly ShownAnswer[])[];
  /** What each row is called; left out where the form gives rows no names. */
  readonly rowTitles?: readonly string[];
  /** Of a table's columns that have one. */
  readonly totals?: readonly ShownAnswer[];
}

/** What the forms engine knows of a form besides its answers. */
export interface FormFacts {
  /** What it calculates, as members of answers. */
  readonly computed: JsonObject;
  /** Questions that conditions hide, for instance `where` and `visits[0].why`. */
  readonly hidden: readonly string[];
  /** Titles that name answers, with those filled in, by the same names; of an entry of a repeated panel `visits[0]`. */
  readonly titles: Readonly<Record<string, string>>;
  /** Titles of pages and panels that name answers, by what the definition says. */
  readonly sections: Readonly<Record<string, string>>;
}
