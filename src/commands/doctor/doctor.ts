import { command, type World } from '#commands/shell/command.ts';
import { explainFailure } from '#commands/shell/explain-failure.ts';
import { columns } from '#commands/shell/text.ts';
import { readSettings, SettingsError } from '#config/settings.ts';
import { checkCertificate } from './certificate.ts';
import { checkData } from './data.ts';
import { checkDisk } from './disk.ts';
import { checkFiles } from './files.ts';
import {
  type Check,
  type CheckName,
  type DoctorContext,
  type Finding,
  findingsOf,
} from './finding.ts';
import { checkLeftovers } from './leftovers.ts';
import { checkPages } from './pages.ts';
import { checkPublicUrl } from './public-url.ts';
import { checkSchemas } from './schemas.ts';

const CHECKS: readonly { readonly name: CheckName; readonly check: Check }[] = [
  { name: 'web pages', check: checkPages },
  { name: 'disk', check: checkDisk },
  { name: 'files', check: checkFiles },
  { name: 'leftovers', check: checkLeftovers },
  { name: 'database', check: checkData },
  { name: 'schemas', check: checkSchemas },
  { name: 'certificate', check: checkCertificate },
  { name: 'public URL', check: checkPublicUrl },
];

export const doctor = command({
  name: 'doctor',
  summary: 'check the deployment for problems and show how to fix them',
  details:
    'Checks settings, web pages, disk, secret files, leftovers of killed commands,\n' +
    'database, keys, clock, audit log, provisioning log, files of forms, backups, SCIM\n' +
    'schemas and their stored values, certificate and public URL. Run it on the machine\n' +
    'of the service, as the user of the service and with its settings. The service may\n' +
    'be running or not. The command changes nothing.',
  options: {},
  json: true,
  examples: ['formstead doctor', 'formstead doctor --json'],
  exitCodes: { 1: 'a fault was found' },
  async run(world) {
    const findings = await examine(world);
    const count = (state: Finding['state']) =>
      findings.filter((each) => each.state === state).length;
    const faults = count('fault');
    return {
      data: { ok: faults === 0, findings },
      text: [textOf(findings), `faults: ${faults}, warnings: ${count('warning')}`].join('\n\n'),
      exitCode: faults === 0 ? 0 : 1,
    };
  },
});

async function examine(world: World): Promise<readonly Finding[]> {
  const { ok, fault } = findingsOf('settings');
  try {
    const context = { world, settings: readSettings(world.env) };
    const findings: Finding[] = [ok('all settings can be read')];
    for (const { name, check } of CHECKS) findings.push(...(await tryCheck(name, check, context)));
    return findings;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.faults.map(({ name, problem, fix }) => fault(`${name}: ${problem}`, fix));
  }
}

/** Runs a check. A check that throws becomes a finding, and the other checks go on. */
async function tryCheck(
  name: CheckName,
  check: Check,
  context: DoctorContext,
): Promise<readonly Finding[]> {
  try {
    return await check(context);
  } catch (error) {
    return [findingsOf(name).fault(explainFailure(error))];
  }
}

function textOf(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ state, check, what, fix }) => [
    [state, check, what],
    ...(fix === undefined ? [] : [['', '', `-> ${fix}`]]),
  ]);
  return columns(lines);
}
