// The files that repository hosts read: workflows that run `.ci/run`, templates, dependency updates.
// Nightly: it fetches the whole repository.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';

const ACTIONS = ['.github/workflows/tests.yml', '.forgejo/workflows/tests.yml'];
const GITLAB = '.gitlab-ci.yml';
/** An official image of Docker Hub, whose name contains no person or organisation, with the digest if it is pinned. */
const OFFICIAL_IMAGE = /^[a-z]+:[\w.-]+(?:@sha256:[0-9a-f]{64})?$/;

interface Step {
  readonly name: string;
  readonly if?: string;
  readonly run: string;
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Readonly<{ container: string; steps: readonly Step[] }>>>;
}

interface Updates {
  readonly automerge: unknown;
  readonly minimumReleaseAge: string;
  readonly extends: readonly string[];
  readonly packageRules: readonly Readonly<{
    groupName: string;
    matchPackageNames?: readonly string[];
  }>[];
}

const text = (path: string): string => readFileSync(path, 'utf8');
const workflow = (path: string): Workflow => parse(text(path));
const updates: Updates = JSON.parse(text('renovate.json'));

test('every workflow of every host is known to these tests', () => {
  const found = globSync('.{github,forgejo,gitea}/{workflows,actions}/**/*.*');
  assert.deepEqual(found.toSorted(), ACTIONS.toSorted());
});

test('GitHub, Gitea and Forgejo fetch the commit and call .ci/run, without code of others', () => {
  for (const path of ACTIONS) {
    const { jobs } = workflow(path);
    assert.deepEqual(Object.keys(jobs), ['tests'], path);
    const { container, steps } = jobs['tests'] ?? assert.fail(path);
    assert.match(container, OFFICIAL_IMAGE, path);
    assert.deepEqual(
      steps.map(({ name }) => name),
      ['Fetch the commit', 'Check and test', 'Test everything, at night'],
      path,
    );
    const [fetch, run, nightly] = steps;
    for (const line of commandsOf(fetch)) assert.match(line, /^(git|cd) /, path);
    assert.deepEqual(commandsOf(run), ['.ci/run'], path);
    assert.deepEqual(commandsOf(nightly), ['npm run test:all'], path);
    assert.equal(nightly?.if, "github.event_name == 'schedule'", path);
    assert.doesNotMatch(text(path), /\buses:|\bservices:|\bsecrets\b/, path);
  }
});

test('their tokens may only read, and changes by strangers run without any secret', () => {
  for (const path of ACTIONS) {
    const { on, permissions } = workflow(path);
    assert.deepEqual(permissions, { contents: 'read' }, path);
    assert.deepEqual(Object.keys(on).toSorted(), ['pull_request', 'push', 'schedule'], path);
    assert.equal(text(path).match(/permissions:/g)?.length, 1, path);
    assert.equal(text(path).match(/github\.token/g)?.length, 1, path);
  }
});

test('GitLab calls .ci/run, at night all tests, and nothing else', () => {
  const { workflow: when, ...jobs } = parse(text(GITLAB));
  assert.ok(when);
  assert.deepEqual(Object.keys(jobs), ['tests', 'nightly']);
  for (const { image, timeout } of [jobs.tests, jobs.nightly]) {
    assert.match(image, OFFICIAL_IMAGE);
    assert.ok(timeout);
  }
  assert.deepEqual(jobs.tests.script, ['.ci/run']);
  assert.deepEqual(jobs.nightly.script, ['npm run test:all']);
});

test('fetching gets the commit and leaves no token behind', (t) => {
  for (const path of ACTIONS) {
    const dir = mkdtempSync(join(tmpdir(), 'formstead-hosts-'));
    t.after(() => rmSync(dir, { recursive: true, force: true }));
    execFileSync('git', ['clone', '--quiet', '--bare', '.', join(dir, 'host', 'of', 'it.git')]);
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
    const script = workflow(path).jobs['tests']?.steps[0]?.run ?? assert.fail(path);
    execFileSync('sh', ['-e', '-c', script], {
      cwd: dir,
      env: {
        PATH: process.env['PATH'],
        HOME: dir,
        TOKEN: 'read-only-token',
        GITHUB_SERVER_URL: String(pathToFileURL(join(dir, 'host'))),
        GITHUB_REPOSITORY: 'of/it',
        GITHUB_SHA: commit,
      },
    });
    const source = join(dir, 'source');
    const fetched = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: source, encoding: 'utf8' });
    assert.equal(fetched.trim(), commit);
    assert.ok(existsSync(join(source, '.ci', 'run')));
    assert.doesNotMatch(text(join(source, '.git', 'config')), /token/i);
  }
});

test('every host offers the same templates', () => {
  const withoutHead = (path: string): string => text(path).replace(/^---\n.*?\n---\n\n/s, '');
  const gitlab = globSync('.gitlab/issue_templates/*.md').map(text);
  const github = globSync('.github/ISSUE_TEMPLATE/*.md').map(withoutHead);
  assert.ok(gitlab.length > 0);
  assert.deepEqual(github.toSorted(), gitlab.toSorted());
  const change = text('.gitlab/merge_request_templates/Default.md');
  assert.equal(text('.github/PULL_REQUEST_TEMPLATE.md'), change);
  for (const [question] of change.matchAll(/\*\*.+?\?\*\*/g)) {
    assert.ok(text('CONTRIBUTING.md').includes(question), question);
  }
});

test('no update of a dependency is merged by itself, and all but security fixes wait', () => {
  const { automerge, minimumReleaseAge, extends: presets, packageRules } = updates;
  assert.equal(automerge, false);
  assert.match(minimumReleaseAge, /^\d+ days$/);
  assert.ok(Number.parseInt(minimumReleaseAge, 10) >= 7);
  assert.doesNotMatch(presets.join(' '), /automerge/i);
  for (const rule of packageRules) {
    assert.ok(!('automerge' in rule) && !('minimumReleaseAge' in rule), rule.groupName);
  }
});

test('the packages that are updated together are installed', () => {
  const { dependencies, devDependencies } = JSON.parse(text('package.json'));
  const installed = Object.keys({ ...dependencies, ...devDependencies });
  const named = updates.packageRules.flatMap((rule) => rule.matchPackageNames ?? []);
  assert.ok(named.length > 0);
  for (const name of named) {
    const scope = name.endsWith('/**') ? name.slice(0, -2) : undefined;
    const isIt = (each: string) => (scope === undefined ? each === name : each.startsWith(scope));
    assert.ok(installed.some(isIt), name);
  }
});

/** Returns the commands; a command over several lines counts once. */
function commandsOf(step: Step | undefined): readonly string[] {
  return (step?.run ?? '').replaceAll('\\\n', ' ').trim().split('\n');
}
