/** About 50,000 of the most used leaked passwords, without capital letters. */
export type ListedPasswords = ReadonlySet<string>;

const SHORTEST_STEM = 5;
/** Maps look-alikes to the letters that they stand for; one that stands for two letters differs in the two maps. */
const LOOKALIKES = ['0o1i3e4a5s7t8b@a$s!i+t', '0o1l3e4a5s7t8b@a$s!l+t'].map(
  (pairs) => new Map(pairs.match(/../g)?.map(([from = '', to = '']) => [from, to])),
);

let loading: Promise<ListedPasswords> | undefined;

/** Loads the list when the first password is set: it takes some 30 ms and 9 MB, which most processes never need. */
export function loadListedPasswords(): Promise<ListedPasswords> {
  loading ??= load();
  return loading;
}

async function load(): Promise<ListedPasswords> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/**
 * Tells whether a folded password is a listed one, or two of them, or differs from that only in what guessing programs
 * try: look-alikes for letters, characters before or after, reversed order.
 */
export function isListedPassword(text: string, listed: ListedPasswords): boolean {
  const spellings = new Set([text, ...LOOKALIKES.map((letters) => spell(text, letters))]);
  return [...spellings].some((spelling) =>
    [spelling, stemOf(spelling)].some(
      (word) => listed.has(word) || listed.has(reverse(word)) || isPair(word, listed),
    ),
  );
}

const spell = (text: string, letters: ReadonlyMap<string, string>): string =>
  [...text].map((character) => letters.get(character) ?? character).join('');

const reverse = (text: string): string => [...text].reverse().join('');

/** Removes digits and signs at both ends; a rest of fewer than 5 characters would be found in random passwords. */
function stemOf(text: string): string {
  const stem = text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');
  return stem.length < SHORTEST_STEM ? text : stem;
}

function isPair(text: string, listed: ListedPasswords): boolean {
  for (let at = SHORTEST_STEM; at <= text.length - SHORTEST_STEM; at += 1) {
    if (listed.has(text.slice(0, at)) && listed.has(text.slice(at))) return true;
  }
  return false;
}
