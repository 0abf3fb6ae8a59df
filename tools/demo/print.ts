import { STATUS_CODES } from 'node:http';
import { styleText } from 'node:util';
import type { Answer, Call } from './call.ts';
import { printJson } from './print-json.ts';

/** Columns of the printed text. */
const WIDTH = 100;
const INDENT = '    ';
/** Values that need no escaping in a quoted URL. */
const URL_SAFE = /^[\w.,~-]*$/;

/** Prints the story, wrapped and indented, in colour if the terminal supports it. */
export interface Printer {
  heading(text: string): void;
  /** Prints a sentence or two, with a number if one is given. */
  say(text: string, number?: number): void;
  request(call: Call): void;
  answer(answer: Answer, headers: readonly string[]): void;
  /** Prints what happened instead of an answer. */
  noAnswer(text: string): void;
  /** Prints an indented line without wrapping. */
  line(text: string): void;
  /** Prints a blank line, unless the last line is blank. */
  gap(): void;
}

type Style = Parameters<typeof styleText>[0];

export function createPrinter(stream: NodeJS.WriteStream): Printer {
  const style = (format: Style, text: string) => styleText(format, text, { stream });
  let blank = false;
  const write = (text: string) => {
    stream.write(`${text}\n`);
    blank = text === '';
  };
  const gap = () => {
    if (!blank) write('');
  };
  return {
    gap,
    heading(text) {
      gap();
      write(style('bold', text));
      write(style('dim', '─'.repeat(WIDTH)));
    },
    say(text, number) {
      const label = number === undefined ? '' : `${number}. `.padStart(INDENT.length);
      const lines = wrapText(text, WIDTH - label.length).join(`\n${' '.repeat(label.length)}`);
      gap();
      write(`${style('bold', label)}${lines}`);
      gap();
    },
    request(call) {
      write(style('cyan', indented(curlLine(call))));
    },
    answer({ status, headers, body }, shown) {
      gap();
      write(style(status < 400 ? 'green' : 'yellow', indented(statusLine(status))));
      for (const name of shown) {
        const value = headers.get(name);
        if (value !== undefined) write(indented(headerLines(name, value).join('\n')));
      }
      if (body !== undefined) write(indented(printJson(body, WIDTH - INDENT.length)));
    },
    noAnswer(text) {
      gap();
      write(style('yellow', indented(text)));
    },
    line(text) {
      write(indented(text));
    },
  };
}

const statusLine = (status: number): string => `${status} ${STATUS_CODES[status] ?? ''}`;
const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, INDENT);

/** Formats a call as a shell command with the variables that the demo tells readers to set. */
export function curlLine(call: Call): string {
  const { method = 'GET', token, headers = {}, form = {}, json } = call;
  const implied = json === undefined && !call.form ? 'GET' : 'POST';
  const parts = [
    'curl --cacert $CA',
    ...(token ? [`-H "Authorization: Bearer $${token.variable}"`] : []),
    ...(method === implied ? [] : [`-X ${method}`]),
    ...addressParts(call),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...Object.entries(form).map(([name, value]) => `-d ${quoted(`${name}=${value}`)}`),
    ...(json === undefined ? [] : [`--json '${printJson(json, WIDTH - INDENT.length)}'`]),
  ];
  return joinParts(parts);
}

function addressParts(call: Call): readonly string[] {
  const query = Object.entries(call.query ?? {});
  if (query.length === 0) return [`$BASE${call.path}`];
  if (query.every(([, value]) => URL_SAFE.test(value))) {
    const pairs = query.map(([name, value]) => `${name}=${value}`).join('&');
    return [`"${cut(`$BASE${call.path}?${pairs}`, WIDTH - INDENT.length - 6)}"`];
  }
  return [
    `-G $BASE${call.path}`,
    ...query.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
  ];
}

const quoted = (text: string): string => (/^[\w.=~-]*$/.test(text) ? text : `'${text}'`);

/** Puts as many parts on a line as fit, and continues lines with a backslash. */
function joinParts(parts: readonly string[]): string {
  const room = WIDTH - INDENT.length - 2;
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const together = `${last} ${part}`;
    const first = together.slice(0, together.indexOf('\n') + 1 || undefined);
    if (last !== undefined && first.length <= room) lines[lines.length - 1] = together;
    else lines.push(last === undefined ? part : `  ${part}`);
  }
  return lines.join(' \\\n');
}

/** Splits a long `Link` header into one line per link. */
function headerLines(name: string, value: string): readonly string[] {
  const text = `${name}: ${value}`;
  if (text.length <= WIDTH - INDENT.length) return [text];
  return text.split(/(?<=,) (?=<)/).map((part, i) => clip(i === 0 ? part : `  ${part}`));
}

function clip(text: string): string {
  const [rel = ''] = /; rel="\w+",?$/.exec(text) ?? [];
  const rest = text.slice(0, text.length - rel.length);
  return `${cut(rest, WIDTH - INDENT.length - rel.length)}${rel}`;
}

const cut = (text: string, room: number): string =>
  text.length <= room ? text : `${text.slice(0, room - 1)}…`;

function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
