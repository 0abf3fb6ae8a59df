import type { JsonObject, JsonValue } from '#kernel/json.ts';

/** One question with its answer, as screens, PDFs, CSV files and /v2 show it. */
export interface ShownAnswer {
  readonly name: string;
  readonly title: string;
  /** The type of the question. */
  readonly type: string;
  /** The unit of a number; left out when it has none. */
  readonly unit?: string;
  /** The titles of the page and the panels around the question, outermost first. */
  readonly section: readonly string[];
  /** `hidden`: a condition hides the question, so that nobody was asked. */
  readonly state: 'answered' | 'unanswered' | 'hidden';
  /** The stored or calculated value; null without an answer. */
  readonly value: JsonValue;
  /** The answer as text for people; empty without an answer, and for rows. */
  readonly displayValue: string;
  /** The text typed beside the answer: a remark, or the text for "other", which is part of the display value. */
  readonly comment?: string;
  /** The text typed beside the answer that is not part of its display value. */
  readonly remark?: string;
  /** The rows of a table or the entries of a repeating section. */
  readonly rows?: readonly (readonly ShownAnswer[])[];
  /** The title of each row; undefined when the form gives rows no titles. */
  readonly rowTitles?: readonly string[];
  /** The totals of the columns that have one. */
  readonly totals?: readonly ShownAnswer[];
}

/** What the forms engine knows about a form besides its answers. */
export interface FormFacts {
  /** The calculated values, in the structure of the answers. */
  readonly computed: JsonObject;
  /** The paths of hidden questions, such as `where` and `visits[0].why`. */
  readonly hidden: readonly string[];
  /** The names of shown questions that can't be answered at the moment: by their settings, or by a condition. */
  readonly locked: readonly string[];
  /** Titles that contain answers, with those inserted, by the path of the question; `visits[0]` is an entry. */
  readonly titles: Readonly<Record<string, string>>;
  /** Titles of pages and panels that contain answers, with those inserted, by the title in the definition. */
  readonly sections: Readonly<Record<string, string>>;
}
