// What the hosts of the repository read of it: the files that have them run `.ci/run`.
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
/** A tag of an image of Docker's own library: no name of a person or an organisation. */
const OFFICIAL_IMAGE = /^[a-z]+:[\w.-]+$/;

interface Step {
  readonly name: string;
  readonly run: string;
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Readonly<{ container: string; steps: readonly Step[] }>>>;
}

const text = (path: string): string => readFileSync(path, 'utf8');
const workflow = (path: string): Workflow => parse(text(path));

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
      ['Fetch the commit', 'Check and test'],
      path,
    );
    const [fetch, run] = steps;
    for (const line of commandsOf(fetch)) assert.match(line, /^(git|cd) /, path);
    assert.deepEqual(commandsOf(run), ['.ci/run'], path);
    assert.doesNotMatch(text(path), /\buses:|\bservices:|\bsecrets\b/, path);
  }
});

test('their tokens may only read, and changes by strangers run without any secret', () => {
  for (const path of ACTIONS) {
    const { on, permissions } = workflow(path);
    assert.deepEqual(permissions, { contents: 'read' }, path);
    assert.deepEqual(Object.keys(on).toSorted(), ['pull_request', 'push'], path);
    assert.equal(text(path).match(/permissions:/g)?.length, 1, path);
    assert.equal(text(path).match(/github\.token/g)?.length, 1, path);
  }
});

test('GitLab calls .ci/run and nothing else', () => {
  const { workflow: when, ...jobs } = parse(text(GITLAB));
  assert.ok(when);
  assert.deepEqual(Object.keys(jobs), ['tests']);
  const { image, timeout, ...job } = jobs.tests;
  assert.match(image, OFFICIAL_IMAGE);
  assert.ok(timeout);
  assert.deepEqual(job, { script: ['.ci/run'] });
});

test('fetching gets the commit and leaves no token behind', (t) => {
  for (const path of ACTIONS) {
    const dir = mkdtempSync(join(tmpdir(), 'formstead-hosts-'));
    t.after(() => rmSync(dir, { recursive: true, force: true }));
    execFileSync('git', ['clone', '--quiet', '--bare', '.', join(dir, 'host', 'of', 'it.git')]);
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
    const script = workflow(path).jobs['tests']?.steps[0]?.run ?? assert.fail(path);
    execFileSync('bash', ['-e', '-c', script], {
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

/** A command that goes on over several lines counts once. */
function commandsOf(step: Step | undefined): readonly string[] {
  return (step?.run ?? '').replaceAll('\\\n', ' ').trim().split('\n');
}
