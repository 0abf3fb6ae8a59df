import type { JsonObject } from '#kernel/json.ts';
import type { Dice } from './dice.ts';
import type { Person, Team } from './people.ts';
import type { Site } from './sites.ts';

/** The facts from which the answers of one form are invented. */
export interface Scene {
  readonly dice: Dice;
  /** The person whose work it is about. */
  readonly person: Person;
  /** The day of the form, in milliseconds since the epoch. */
  readonly at: number;
  readonly site: Site;
}

/** One kind of form in the demo: its template, and how people use it. */
export interface Sample {
  readonly name: string;
  readonly description: string;
  readonly namePattern: string;
  /** A SurveyJS definition that Formstead accepts. */
  readonly definition: JsonObject;
  /** The groups that may use it; empty for everybody. */
  readonly openTo: readonly Team[];
  /** How many of the 3,000 forms are of this kind. */
  readonly count: number;
  /** Whether it is filled in at the site, and therefore has a location. */
  readonly onSite: boolean;
  /** Returns all answers of a complete form. */
  answer(scene: Scene): JsonObject;
}

const DAY_MS = 86_400_000;

/** Returns a date as `2026-01-31`, the given number of days later. */
export function dayOf(at: number, daysLater = 0): string {
  return new Date(at + daysLater * DAY_MS).toISOString().slice(0, 10);
}

/** Rounds to whole pence. */
export function money(amount: number): number {
  return Math.round(amount * 100) / 100;
}
