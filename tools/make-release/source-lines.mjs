// Stack traces of a release name the lines of the sources. A list of them lies beside each file of the bundle, and is read
// when a stack trace is: Node's own source maps are read at the start, and take half of a service's memory.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const PLACE = /(?:file:\/\/)?(\/[^\s():]+\.js):(\d+):\d+/;
const lists = new Map();

function listOf(file) {
  if (!lists.has(file)) lists.set(file, readList(file));
  return lists.get(file);
}

function readList(file) {
  try {
    const { sources, lines } = JSON.parse(readFileSync(`${file}.lines.json`, 'utf8'));
    let source = 0;
    let line = 0;
    return lines.split(' ').map((step) => {
      if (step === '') return undefined;
      const [first, second] = step.split(':').map(Number);
      if (second !== undefined) source = first;
      line = second ?? line + first;
      return `${sources[source]}:${line + 1}`;
    });
  } catch {
    // A stack trace that names the bundle is better than an error about an error.
    return [];
  }
}

const inSource = (site) =>
  String(site).replace(PLACE, (place, file, line) =>
    file.startsWith(FOLDER) ? (listOf(file)[line - 1] ?? place) : place,
  );

const titleOf = (error) => {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
};

Error.prepareStackTrace = (error, sites) =>
  [titleOf(error), ...sites.map((site) => `    at ${inSource(site)}`)].join('\n');
