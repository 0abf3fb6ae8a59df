import type { Answer, Call, Client } from './call.ts';
import type { Printer } from './print.ts';
import { type DemoAddress, printAddress } from './words.ts';

/** One request of the story, and the response that it expects. */
export interface Step {
  /** The purpose, in a plain sentence. */
  readonly say: string;
  readonly call: Call;
  readonly status: number;
  /** Response headers that are worth showing. */
  readonly show?: readonly string[];
  /** Checks the response further, as a reader would. */
  readonly holds?: (answer: Answer) => boolean;
}

export interface Teller {
  heading(text: string): void;
  /** Prints and sends the request, and prints the response. @throws StoryFault if it is not the expected one */
  step(step: Step): Promise<Answer>;
  /** Sends the request over plain HTTP, where it must fail. */
  plainStep(say: string, path: string): Promise<void>;
}

/** Thrown when a response differs from the story. */
export class StoryFault extends Error {}

/** @param stop ends the story before its next step, by throwing the signal's reason */
export function createTeller(
  client: Client,
  printer: Printer,
  stop: AbortSignal,
  address: DemoAddress,
): Teller {
  let count = 0;
  printAddress(printer, address);
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
      printer.line(`curl ${address.baseUrl.replace('https:', 'http:')}${path}`);
      const ending = await client.callPlain(path);
      printer.noAnswer(`no answer: ${ending}`);
      if (ending.startsWith('answered')) throw new StoryFault('plain HTTP was answered');
    },
  };
}

/** Returns a value inside JSON, by own properties; undefined if there is none. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? Object.getOwnPropertyDescriptor(inner, key)?.value
        : undefined,
    value,
  );
}

/** @throws StoryFault if there is no text at the path */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path);
  if (typeof found === 'string') return found;
  throw new StoryFault(`there is no text at ${path.join('.')}`);
}
