import { SAMPLES } from './form-actions.ts';
import type { Organisation, SignIn } from './organisation.ts';
import { NESTED, ORGANISATION, PEOPLE } from './people.ts';
import { curlLine, type Printer } from './print.ts';
import { INSPECTIONS } from './work.ts';

/** The address of the demo. */
export interface DemoAddress {
  readonly baseUrl: string;
  /** The file of the certificate authority to trust. */
  readonly caFile: string;
}

export function printIntroduction({ heading, say }: Printer): void {
  const teams = new Set(PEOPLE.map(({ team }) => team));
  const forms = SAMPLES.reduce((sum, { count }) => sum + count, 0);
  const kinds = SAMPLES.map(({ name }) => name.toLowerCase()).join(', ');
  heading(`Formstead demo: ${ORGANISATION}`);
  say(
    `A throw-away instance of an invented company that looks after bridges: ${PEOPLE.length} people in ${teams.size} groups (${NESTED.size} of them inside another), ${SAMPLES.length} form templates (${kinds}) and ${forms} forms of the last two years, beside ${INSPECTIONS} bridge inspections that people were sent this week. What follows are real requests and real answers; long ones are shortened, marked with "…".`,
  );
}

export function printAddress({ say, line }: Printer, { baseUrl, caFile }: DemoAddress): void {
  say('The lines below work in another terminal once it knows where the demo is:');
  line(`export BASE=${baseUrl}`);
  line(`export CA=${caFile}`);
}

export function printSignIns(
  printer: Printer,
  address: DemoAddress,
  { signIns }: Organisation,
  password: string,
): void {
  const { heading, say, line } = printer;
  const [admin, , member] = signIns;
  heading('Your turn');
  if (admin) {
    const { userName } = admin;
    say(
      `Open ${address.baseUrl} in a browser and accept its warning about the certificate. Sign in as ${userName} with ${password}`,
    );
  }
  say('The demo keeps serving until you press Ctrl-C. In another terminal:');
  line(`export BASE=${address.baseUrl}`);
  line(`export CA=${address.caFile}`);
  if (admin) {
    say('A token that acts as the admin, good for an hour:');
    printTokenLines(printer, admin);
  }
  say('Then, for instance:');
  const token = { variable: 'TOKEN', value: '' };
  for (const call of [
    { path: '/v2/formz', query: { status: 'draft', pageSize: '5' } },
    { path: '/v2/formz', query: { name: 'daily', sort: 'lastUpdateDate desc' } },
    { path: '/scim/v2/Users', query: { filter: 'title eq "Mechanic"' } },
    { path: '/scim/v2/Groups', query: { attributes: 'displayName' } },
  ]) {
    line(curlLine({ ...call, token }));
  }
  if (member) {
    say('The same list as somebody else sees it, by user name and password (Basic, deprecated):');
    line(`curl --cacert $CA -u ${member.userName}:${password} $BASE/v2/formz`);
  }
  say(`Who there is. Everybody below has the password ${password}`);
  for (const signIn of signIns) printSignIn(printer, signIn);
}

function printTokenLines({ line }: Printer, { clientId, clientSecret }: SignIn): void {
  line('export TOKEN=$(curl -s --cacert $CA $BASE/connect/token \\');
  line('  -d grant_type=client_credentials -d scope=public_api \\');
  line(`  -d client_id=${clientId} \\`);
  line(`  -d client_secret=${clientSecret} \\`);
  line("  | node -p 'JSON.parse(fs.readFileSync(0)).access_token')");
}

function printSignIn(printer: Printer, { what, userName, clientId, clientSecret }: SignIn): void {
  printer.gap();
  printer.line(`${userName} (${what})`);
  printer.line(`  client id      ${clientId}`);
  printer.line(`  client secret  ${clientSecret}`);
}

export function printFarewell({ say }: Printer): void {
  say('Stopped. Everything the demo made is deleted.');
}
