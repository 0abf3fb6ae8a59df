import { wallText } from './wall-clock.ts';

/**
 * Returns a copy that can be sent to another thread: lists of the engine, such as chosen choices, have methods of their
 * own. Dates become local date texts, because as timestamps they would shift with the time zone of this machine.
 */
export function plain<T>(value: T): T {
  const text = JSON.stringify(value, function (this: unknown, name: string, written: unknown) {
    const raw: unknown = typeof this === 'object' && this !== null && Reflect.get(this, name);
    return raw instanceof Date ? wallText(raw) : written;
  });
  if (text.length > MAX_RESULT) throw new Error('the result is too large');
  return JSON.parse(text);
}

/**
 * The most characters of JSON that leave the thread. A title or calculation that contains a long answer a thousand
 * times would block the main thread, which serves all requests, while it receives the result.
 */
const MAX_RESULT = 8_000_000;
