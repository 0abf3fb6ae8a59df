import type { JsonObject } from '#kernel/json.ts';
import type { Dice } from './dice.ts';
import type { Person, Team } from './people.ts';
import type { Site } from './sites.ts';

/** What the answers of one form are made up from. */
export interface Scene {
  readonly dice: Dice;
  /** Whose work it is about. */
  readonly person: Person;
  /** The day of the form, milliseconds. */
  readonly at: number;
  readonly site: Site;
}

/** One kind of form of the demo: its template, and how people use it. */
export interface Sample {
  readonly name: string;
  readonly description: string;
  readonly namePattern: string;
  /** A SurveyJS definition within our profile. */
  readonly definition: JsonObject;
  /** Which groups may use it; empty: everybody. */
  readonly openTo: readonly Team[];
  /** How many forms of the 300. */
  readonly count: number;
  /** Whether it is filled in where the work is, so that a location comes with it. */
  readonly onSite: boolean;
  /** Everything answered, as it is when the form is complete. */
  answer(scene: Scene): JsonObject;
}

const DAY_MS = 86_400_000;

/** `2026-01-31`, so many days after the moment. */
export function dayOf(at: number, daysLater = 0): string {
  return new Date(at + daysLater * DAY_MS).toISOString().slice(0, 10);
}

/** Rounded to whole pence, as prices and totals are. */
export function money(amount: number): number {
  return Math.round(amount * 100) / 100;
}
