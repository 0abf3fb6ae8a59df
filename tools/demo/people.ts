/** The invented people of the demo organisation, and their groups. */
export const ORGANISATION = 'Alder Bridge Works';
export const MAIL_DOMAIN = 'alderbridge.example';

export type Team = 'Management' | 'Office' | 'Field crews' | 'Night crew' | 'Workshop' | 'Stores';

export interface Person {
  readonly userName: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly title: string;
  readonly team: Team;
  /** The lead of the team, who manages its people and also belongs to Management. */
  readonly leads: boolean;
  readonly role: 'admin' | 'designer' | 'member';
  /** Days since the person left. */
  readonly leftDaysAgo?: number;
}

/** Groups inside another group: a member of Night crew also belongs to Field crews. */
export const NESTED: ReadonlyMap<Team, Team> = new Map([['Night crew', 'Field crews']]);

const ROSTER: readonly (readonly [team: Team, title: string, names: string])[] = [
  ['Management', 'Managing director', 'Ruth Alder'],
  ['Management', 'Safety and quality lead', 'Tomasz Wójcik'],
  ['Management', 'Finance lead', 'Ngozi Eze'],
  ['Office', 'Office manager', 'Maren Holt'],
  ['Office', 'IT coordinator', 'Samir Haddad'],
  ['Office', 'Dispatcher', 'Clara Byrne, Jonas Petersen, Mei Tanaka'],
  ['Office', 'Payroll clerk', 'Agnès Moreau'],
  ['Office', 'Buyer', 'Omar Farouk'],
  ['Field crews', 'Field operations lead', 'Daniel Okafor'],
  ['Field crews', 'Bridge technician', 'Ines Carvalho, Luke Harmon, Priya Nair, Oskar Lind'],
  ['Field crews', 'Joint and bearing fitter', 'Marta Kovács, Hugh Sinclair, Yusuf Demir'],
  ['Field crews', 'Concrete worker', 'Ben Archer, Lotte de Vries, Kofi Mensah, Erik Sandberg'],
  ['Field crews', 'Surveyor', 'Elena Rossi, Graham Poole'],
  ['Night crew', 'Night crew foreman', 'Ivana Horvat'],
  ['Night crew', 'Traffic controller', 'Peter Nyström, Aisha Rahman'],
  ['Night crew', 'Bridge technician', 'Callum Reid, Sofia Marin'],
  ['Workshop', 'Workshop foreman', 'Fiona Baker'],
  ['Workshop', 'Mechanic', 'Dmitri Volkov, Joanna Kelly, Abdul Karim'],
  ['Workshop', 'Apprentice', 'Tara Singh'],
  ['Workshop', 'Welder', 'Henrik Dahl, Rosa Jiménez'],
  ['Stores', 'Stores manager', 'Walter Quinn'],
  ['Stores', 'Storekeeper', 'Nadia Salem, Piet Jansen, Grace Oduya'],
];

const LEADERS = new Set([
  'Ruth Alder',
  'Maren Holt',
  'Daniel Okafor',
  'Ivana Horvat',
  'Fiona Baker',
  'Walter Quinn',
]);
const ROLES: ReadonlyMap<string, Person['role']> = new Map([
  ['Samir Haddad', 'admin'],
  ['Maren Holt', 'designer'],
  ['Tomasz Wójcik', 'designer'],
]);
const LEFT: ReadonlyMap<string, number> = new Map([
  ['Graham Poole', 24],
  ['Piet Jansen', 9],
]);

/** All 40 people, in the order in which they joined. */
export const PEOPLE: readonly Person[] = ROSTER.flatMap(([team, title, names]) =>
  names.split(', ').map((name) => toPerson(team, title, name)),
);

export const teamOf = (team: Team): readonly Person[] =>
  PEOPLE.filter((person) => person.team === team);

/** Returns the direct members of a team's group. */
export const membersOf = (team: Team): readonly Person[] =>
  PEOPLE.filter((person) => person.team === team || (team === 'Management' && person.leads));

/** Returns everybody in the group, or in a group inside it. */
export const everybodyIn = (team: Team): readonly Person[] =>
  PEOPLE.filter((person) => person.team === team || NESTED.get(person.team) === team);

/** Returns the lead of the person's team; for a lead, the managing director, who has no manager. */
export function managerOf(person: Person): Person | undefined {
  const lead = teamOf(person.team).find(({ leads }) => leads);
  if (lead && lead !== person) return lead;
  return PEOPLE.find((other) => other.title === 'Managing director' && other !== person);
}

/** @throws Error if nobody has the name */
export function personNamed(name: string): Person {
  const found = PEOPLE.find((person) => displayName(person) === name);
  if (!found) throw new Error(`nobody is called ${name}`);
  return found;
}

export function displayName({ givenName, familyName }: Person): string {
  return `${givenName} ${familyName}`;
}

function toPerson(team: Team, title: string, name: string): Person {
  const [givenName = '', ...rest] = name.split(' ');
  const left = LEFT.get(name);
  return {
    userName: `${ascii(givenName)}.${ascii(rest.join(''))}@${MAIL_DOMAIN}`,
    givenName,
    familyName: rest.join(' '),
    title,
    team,
    leads: LEADERS.has(name),
    role: ROLES.get(name) ?? 'member',
    ...(left !== undefined && { leftDaysAgo: left }),
  };
}

/** Removes accents for e-mail addresses: `Wójcik` becomes `wojcik`. */
function ascii(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
}
