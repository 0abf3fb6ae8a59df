// Reads iCalendar as RFC 5545 describes it, independently of what writes it, and refuses what the RFC does not allow.
import assert from 'node:assert/strict';

export interface Component {
  readonly name: string;
  /** Values by the name of their property, without parameters, in order. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly inner: readonly Component[];
}

/** Returns the unfolded content lines (§3.1), after checking the ends and the lengths of the folded ones. */
export function contentLines(bytes: Buffer): readonly string[] {
  const text = bytes.toString('latin1');
  assert.ok(text.endsWith('\r\n'), 'the last line ends too');
  // Each by itself: a line that tears a character apart is not UTF-8.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const folded = text
    .slice(0, -2)
    .split('\r\n')
    .map((line) => decoder.decode(Buffer.from(line, 'latin1')));
  for (const line of folded) {
    assert.ok(Buffer.byteLength(line) <= 75, `${line} is longer than 75 bytes`);
    assert.doesNotMatch(line, /(?!\t)\p{Cc}/u);
    assert.notEqual(line, '');
  }
  const lines: string[] = [];
  for (const line of folded) {
    if (/^[ \t]/.test(line)) {
      lines.push((lines.pop() ?? assert.fail('the first line is folded')) + line.slice(1));
    } else lines.push(line);
  }
  return lines;
}

/** Returns a TEXT value as people read it (§3.3.11). */
export function readText(value: string): string {
  assert.doesNotMatch(value.replace(/\\[\\;,nN]/g, ''), /[\\;,]/, `${value} is not escaped`);
  return value.replace(/\\([\\;,nN])/g, (_, character: string) =>
    character.toLowerCase() === 'n' ? '\n' : character,
  );
}

/** Reads one calendar (§3.4), and checks what each component must have. */
export function readCalendar(bytes: Buffer): Component {
  const lines = contentLines(bytes).map((line) => {
    const [, name = assert.fail(line), value = ''] =
      /^([A-Za-z0-9-]+)(?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:,]*))*:(.*)$/.exec(line) ?? [];
    return [name.toUpperCase(), value] as const;
  });
  let at = 0;
  const next = () => lines[at] ?? assert.fail('a component does not end');
  const component = (): Component => {
    const [begin, name] = next();
    assert.equal(begin, 'BEGIN');
    at += 1;
    const values = new Map<string, string[]>();
    const inner: Component[] = [];
    for (let [property, value] = next(); property !== 'END'; [property, value] = next()) {
      if (property === 'BEGIN') inner.push(component());
      else {
        values.set(property, [...(values.get(property) ?? []), value]);
        at += 1;
      }
    }
    assert.equal(next()[1], name);
    at += 1;
    for (const property of REQUIRED[name] ?? []) {
      assert.equal(values.get(property)?.length, 1, `${name} has one ${property}`);
    }
    return { name, values, inner };
  };
  const calendar = component();
  assert.equal(at, lines.length, 'nothing follows');
  assert.equal(calendar.name, 'VCALENDAR');
  assert.ok(calendar.inner.length > 0, 'a calendar has a component');
  return calendar;
}

const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  VCALENDAR: ['PRODID', 'VERSION'],
  VEVENT: ['UID', 'DTSTAMP', 'DTSTART'],
  VTIMEZONE: ['TZID'],
  STANDARD: ['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO'],
};

/** Reads a moment in UTC (§3.3.5, form 2), in milliseconds. */
export function readMoment(value: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(value)?.slice(1).map(Number);
  const [year = 0, month = 0, ...rest] = parts ?? assert.fail(`${value} is no moment in UTC`);
  return Date.UTC(year, month - 1, ...rest);
}
