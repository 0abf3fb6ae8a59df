import type { Answer, Call, Client } from './call.ts';
import type { Printer } from './print.ts';
import { type Place, printPlace } from './words.ts';

/** One request of the story, and what it says the answer is. */
export interface Step {
  /** What it is for, in a plain sentence. */
  readonly say: string;
  readonly call: Call;
  readonly status: number;
  /** Headers of the answer worth showing. */
  readonly show?: readonly string[];
  /** What else must be so, as a reader would check it. */
  readonly holds?: (answer: Answer) => boolean;
}

export interface Teller {
  heading(text: string): void;
  /** Prints and sends the request, prints the answer. @throws StoryFault when it is not as told. */
  step(step: Step): Promise<Answer>;
  /** The call over plain HTTP, which must fail. */
  plainStep(say: string, path: string): Promise<void>;
}

/** The service did not answer as the story says. */
export class StoryFault extends Error {}

/** @param stop ends the story before its next step, by throwing the signal's reason. */
export function createTeller(
  client: Client,
  printer: Printer,
  stop: AbortSignal,
  place: Place,
): Teller {
  let count = 0;
  printPlace(printer, place);
  return {
    heading: printer.heading,
    async step({ say, call, status, show = [], holds }) {
      stop.throwIfAborted();
      count += 1;
      printer.say(say, count);
      printer.request(call);
      const answer = await client.call(call);
      printer.answer(answer, show);
      if (answer.status !== status) {
        throw new StoryFault(`step ${count} should have been answered with status ${status}`);
      }
      if (holds && !holds(answer)) {
        throw new StoryFault(`step ${count} was answered with something else than it says`);
      }
      return answer;
    },
    async plainStep(say, path) {
      count += 1;
      printer.say(say, count);
      printer.line(`curl ${place.baseUrl.replace('https:', 'http:')}${path}`);
      const ending = await client.callPlain(path);
      printer.noAnswer(`no answer: ${ending}`);
      if (ending.startsWith('answered')) throw new StoryFault('plain HTTP was answered');
    },
  };
}

/** A value inside JSON, by own keys; undefined when there is none. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? Object.getOwnPropertyDescriptor(inner, key)?.value
        : undefined,
    value,
  );
}

/** @throws StoryFault when there is no text at the place. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path);
  if (typeof found === 'string') return found;
  throw new StoryFault(`there is no text at ${path.join('.')}`);
}
