// For tests only: a second, slow and simple implementation of PATCH on a small user, without any product code.

export type Email = { value?: string; display?: string; type?: string; primary?: boolean };
export type Name = { familyName?: string; givenName?: string };
export type Person = { userName: string; title?: string; name?: Name; emails?: Email[] };

type Part = 'value' | 'display' | 'type' | 'primary';
type Verb = 'add' | 'replace' | 'remove';
export type Term = { readonly name: 'type' | 'value'; readonly text: string };

export type Step =
  | { readonly on: 'title'; readonly verb: Verb; readonly value: string | null }
  | {
      readonly on: 'name';
      readonly verb: Verb;
      readonly value: { readonly [part in keyof Name]?: string | null };
    }
  | {
      readonly on: 'name';
      readonly verb: Verb;
      readonly part: keyof Name;
      readonly value: string | null;
    }
  | { readonly on: 'emails'; readonly verb: Verb; readonly list: readonly Email[] }
  | { readonly on: 'emails'; readonly verb: 'remove'; readonly list: undefined }
  | { readonly on: 'emails'; readonly verb: Verb; readonly term: Term; readonly email: Email }
  | {
      readonly on: 'emails';
      readonly verb: Verb;
      readonly term: Term | undefined;
      readonly part: Part;
      readonly value: string | boolean | null;
    };

/** The error that a client would get. */
export class Refusal extends Error {}

const ORDER: readonly Part[] = ['value', 'display', 'type', 'primary'];

function tidy(email: Email): Email {
  const result: Record<string, unknown> = {};
  for (const part of ORDER) if (email[part] !== undefined) result[part] = email[part];
  return result;
}

const same = (one: Email, other: Email): boolean =>
  one.value === undefined || other.value === undefined
    ? JSON.stringify(tidy(one)) === JSON.stringify(tidy(other))
    : one.value.toLowerCase() === other.value.toLowerCase() &&
      one.type?.toLowerCase() === other.type?.toLowerCase();

const meets = (email: Email, term: Term): boolean =>
  email[term.name]?.toLowerCase() === term.text.toLowerCase();

function demoteOthers(emails: Email[], written: readonly Email[]): void {
  if (!written.some((email) => email.primary === true)) return;
  for (const email of emails) {
    if (email.primary === true && !written.includes(email)) email.primary = false;
  }
}

function join(emails: Email[], added: readonly Email[]): Email[] {
  const result = emails.map((email) => ({ ...email }));
  const written: Email[] = [];
  for (const email of added) {
    const known = result.find((it) => same(it, email));
    const target = known ?? { ...email };
    if (known === undefined) result.push(target);
    else Object.assign(known, email);
    written.push(target);
  }
  demoteOthers(result, written);
  return result;
}

/** Removes duplicates: keeps the first of equal ones, primary if any of them is. */
function once(emails: readonly Email[]): Email[] {
  const result: Email[] = [];
  for (const email of emails) {
    const known = result.find((it) => same(it, email));
    if (known === undefined) result.push({ ...email });
    else if (email.primary === true) known.primary = true;
  }
  return result;
}

const without = (emails: readonly Email[], gone: readonly Email[]): Email[] =>
  emails.filter(
    (email) =>
      !gone.some((it) =>
        it.value === undefined
          ? ORDER.every(
              (part) =>
                it[part] === undefined ||
                String(it[part]).toLowerCase() === String(email[part]).toLowerCase(),
            )
          : email.value?.toLowerCase() === it.value.toLowerCase() &&
            (it.type === undefined || email.type?.toLowerCase() === it.type.toLowerCase()),
      ),
  );

type Change = (email: Email) => Email | undefined;

function changeChosen(
  emails: readonly Email[],
  term: Term | undefined,
  change: Change,
  created: Email | undefined,
): Email[] {
  const result: Email[] = [];
  const written: Email[] = [];
  let found = false;
  for (const email of emails) {
    if (term !== undefined && !meets(email, term)) {
      result.push({ ...email });
      continue;
    }
    found = true;
    const after = change({ ...email });
    if (after === undefined || Object.keys(tidy(after)).length === 0) continue;
    result.push(after);
    written.push(after);
  }
  if (found || created === undefined) {
    demoteOthers(result, written);
    return result;
  }
  if (term !== undefined && !meets(created, term)) throw new Refusal('noTarget');
  return join([...emails], [created]);
}

function partChange(part: Part, value: string | boolean | null): Change {
  return (email) => {
    const { [part]: _, ...rest } = email;
    return value === null ? rest : { ...rest, [part]: value };
  };
}

function changeList(
  emails: readonly Email[],
  verb: Verb,
  list: readonly Email[] | undefined,
): Email[] {
  if (list === undefined) return [];
  if (verb === 'remove') return without(emails, once(list));
  return verb === 'replace' ? once(list) : join([...emails], once(list));
}

function changeEmails(emails: readonly Email[], step: Step & { readonly on: 'emails' }): Email[] {
  if ('list' in step) return changeList(emails, step.verb, step.list);
  const base: Email = step.term === undefined ? {} : { [step.term.name]: step.term.text };
  if ('part' in step) {
    const value = step.verb === 'remove' ? null : step.value;
    if (step.verb === 'add' && value === null) return [...emails];
    const created = value === null ? undefined : { ...base, [step.part]: value };
    return changeChosen(emails, step.term, partChange(step.part, value), created);
  }
  if (step.verb === 'remove') return emails.filter((email) => !meets(email, step.term));
  const created = { ...base, ...step.email };
  const { name } = step.term;
  const change: Change = (email) => {
    if (step.verb === 'add') return { ...email, ...step.email };
    const isEmpty = Object.keys(tidy(step.email)).length === 0;
    return isEmpty ? undefined : { [name]: email[name], ...step.email };
  };
  return changeChosen(emails, step.term, change, created);
}

function changeName(name: Name, step: Step & { readonly on: 'name' }): Name {
  const parts = 'part' in step ? { [step.part]: step.value } : step.value;
  if (step.verb === 'remove' && !('part' in step)) return {};
  const result: Record<string, string | undefined> = { ...name };
  for (const [part, value] of Object.entries(parts)) {
    if (step.verb === 'remove' || (value === null && step.verb === 'replace')) delete result[part];
    else if (value !== null) result[part] = value;
  }
  return result;
}

/** Applies the steps. @throws Refusal */
export function naivePatch(before: Person, steps: readonly Step[]): Person {
  let { title, name = {}, emails = [] } = before;
  for (const step of steps) {
    if (step.on === 'name') name = changeName(name, step);
    else if (step.on === 'emails') emails = once(changeEmails(emails, step));
    else if (step.verb === 'remove' || (step.value === null && step.verb === 'replace'))
      title = undefined;
    else title = step.value ?? title;
  }
  emails = once(emails).map(tidy);
  if (emails.filter((email) => email.primary === true).length > 1)
    throw new Refusal('invalidValue');
  return {
    userName: before.userName,
    ...(Object.keys(name).length > 0 && { name }),
    ...(title !== undefined && { title }),
    ...(emails.length > 0 && { emails }),
  };
}

const pathOf = (step: Step): string => {
  if (step.on === 'title') return 'title';
  const part = 'part' in step ? `.${step.part}` : '';
  if (step.on === 'name') return `name${part}`;
  const term = 'term' in step ? step.term : undefined;
  return `emails${term === undefined ? '' : `[${term.name} eq "${term.text}"]`}${part}`;
};

const writtenBy = (step: Step): unknown => {
  if (step.on !== 'emails') return step.value;
  if ('list' in step) return step.list;
  return 'part' in step ? step.value : step.email;
};

/** Returns the operation as a client sends it, with or without a path where both are possible. */
export function operationOf(step: Step, pathless: boolean): object {
  const [path, value] = [pathOf(step), writtenBy(step)];
  if (step.verb === 'remove') {
    return 'list' in step && step.list !== undefined
      ? { op: 'remove', path, value }
      : { op: 'remove', path };
  }
  const isKey = !path.startsWith('emails.');
  return pathless && isKey
    ? { op: step.verb, value: { [path]: value } }
    : { op: step.verb, path, value };
}
