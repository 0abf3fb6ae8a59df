// The alert rules and the dashboard that are shipped: they ask for metrics that exist, and show something of a node that
// nobody uses. Debian's promtool fires each rule, if it is there, as it has to be in `npm run test:deep`, where Prometheus
// scrapes a node and fires too.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse, stringify } from 'yaml';
import { METRICS, openMeter } from '#metrics/index.ts';
import { makePair } from './support/certificates.ts';
import { findProgram, hasProgram } from './support/debian-programs.ts';
import { forOneEngine } from './support/engines.ts';
import { freePort } from './support/free-port.ts';
import { startInstance } from './support/instance.ts';
import { IS_DEEP } from './support/timing.ts';
import { waitUntil } from './support/wait-until.ts';
import { queueMail } from './support/waiting-mail.ts';

const RULES = 'monitoring/alerts.yml';
const CASES = 'monitoring/alerts.test.yml';
/** What operators replace by the address where they read the manual, in one command. */
const PLACEHOLDER = 'https://formstead.example/';
const DASHBOARD = 'monitoring/grafana-dashboard.json';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}
interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}
interface Cases {
  readonly tests: readonly {
    readonly interval: string;
    readonly alert_rule_test: readonly { readonly alertname: string }[];
  }[];
}
interface Panel {
  readonly title: string;
  /** What it shows instead of "No data". */
  readonly fieldConfig?: { readonly defaults: { readonly noValue?: string } };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const rulesOf = (): readonly Rule[] =>
  (parse(readFileSync(RULES, 'utf8')) as Rules).groups.flatMap(({ rules }) => rules);
const panelsOf = (): readonly Panel[] =>
  (JSON.parse(readFileSync(DASHBOARD, 'utf8')) as { panels: readonly Panel[] }).panels;
const expressionsOf = (panels: readonly Panel[] = panelsOf()): readonly string[] =>
  panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** Metrics that Prometheus makes itself. */
const OF_PROMETHEUS = ['up'];
const METRIC = /\b((?:formstead|http_server|nodejs|process)_[a-z0-9_]*|up)\b(?=[{\s[)]|$)/g;
const LABELS = /\b(formstead_[a-z0-9_]+|http_server_[a-z0-9_]+)\{([^}]*)\}/g;
const suffixOf = (name: string): string => name.replace(/_(?:bucket|count|sum)$/, '');

test('each metric and label that rules and dashboard ask for exists', async () => {
  const meter = await openMeter();
  const types = [...(await meter.text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
  const known = new Set([...types, ...OF_PROMETHEUS]);
  const specs = new Map<string, readonly string[]>(
    Object.entries(METRICS).map(([name, { labels }]) => [name, labels]),
  );
  const expressions = [...rulesOf().map(({ expr }) => expr), ...expressionsOf()];
  const asked = new Set<string>();
  for (const expr of expressions) {
    const names = [...expr.matchAll(METRIC)].map(([, name = '']) => suffixOf(name));
    assert.ok(names.length > 0, expr);
    for (const name of names) {
      assert.ok(known.has(name), `${name} in ${expr}`);
      asked.add(name);
    }
    for (const [, name = '', matchers = ''] of expr.matchAll(LABELS)) {
      const labels = [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(
        ([, label = '']) => label,
      );
      const own = [...(specs.get(suffixOf(name)) ?? []), 'job', 'instance', 'le'];
      for (const label of labels) assert.ok(own.includes(label), `${label} in ${expr}`);
    }
  }
  const unseen = Object.keys(METRICS).filter((name) => !asked.has(name));
  assert.deepEqual(unseen, [], 'the dashboard or a rule shows each metric of ours');
});

test('each rule has a severity, a sentence, a place in the manual and a case that fires it', () => {
  const manual = readFileSync('docs/operations.md', 'utf8');
  const { tests } = parse(readFileSync(CASES, 'utf8')) as Cases;
  // Prometheus forgets a sample after five minutes, so cases that give one less often can't be relied on.
  for (const { interval } of tests) assert.match(interval, /^[1-4]m$/);
  const fired = tests.flatMap((each) => each.alert_rule_test.map(({ alertname }) => alertname));
  const rules = rulesOf();
  assert.deepEqual(
    [...new Set(fired)],
    rules.map(({ alert }) => alert),
  );
  const command = `sed -i 's|${PLACEHOLDER}|`;
  assert.ok(readFileSync('docs/monitoring.md', 'utf8').includes(command), command);
  for (const { alert, labels, annotations, for: pending } of rules) {
    assert.match(labels.severity, /^(?:page|ticket)$/, alert);
    assert.match(annotations.summary, /\.$/, alert);
    const { href } = new URL(annotations.runbook_url);
    assert.ok(href.startsWith(PLACEHOLDER), href);
    assert.equal(href.slice(PLACEHOLDER.length), 'docs/operations.md#alerts');
    assert.match(pending, /^\d+[mh]$/);
    assert.ok(manual.includes(`\`${alert}\``), `${alert} stands in docs/operations.md`);
  }
});

/** @throws if promtool refuses */
function promtool(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(findProgram('promtool'), args, { encoding: 'utf8' });
  assert.equal(status, 0, `promtool ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

/** What the dashboard asks, without the variables of Grafana. */
const asked = (panels?: readonly Panel[]): readonly string[] =>
  expressionsOf(panels).map((expr) =>
    expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', '.*'),
  );

test('what counts events shows 0 until the first one', () => {
  // A counter has no series before its first event, and the panel would say "No data".
  const bare = expressionsOf().filter(
    (expr) => /rate\((?:formstead|http_server)_/.test(expr) && !expr.endsWith(' or on() vector(0)'),
  );
  assert.deepEqual(bare, []);
});

if (IS_DEEP || hasProgram('promtool')) {
  test('promtool takes the rules, fires each, and parses what the dashboard asks', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'formstead-promtool-'));
    promtool('check', 'rules', RULES);
    promtool('test', 'rules', CASES);
    const rules = asked().map((expr, n) => ({ record: `dashboard:${n}`, expr }));
    assert.ok(rules.length > 20);
    const file = join(folder, 'dashboard.yml');
    await writeFile(file, stringify({ groups: [{ name: 'dashboard', rules }] }));
    promtool('check', 'rules', file);
    await rm(folder, { recursive: true });
  });

  forOneEngine((engine) => {
    test('each panel shows a value for a node that has served nobody', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'formstead-panels-'));
      const token = 'a-metrics-token-of-forty-characters-1234';
      const node = await startInstance(engine, { env: { FORMSTEAD_METRICS_TOKEN: token } });
      const scrape = async () => (await node.request('GET', '/metrics', { token })).text;
      await waitUntil(async () => (await scrape()).includes('formstead_job_last_success'));
      const series = [...(await scrape()).matchAll(/^([a-z]\w*)(?:\{(.*)\})? (\S+)$/gm)].map(
        ([, name = '', labels = '', value = '']) => ({
          // As Prometheus stores it, with the labels of the target.
          series: `${name}{${[labels, 'job="formstead"', 'instance="a"'].filter(Boolean).join()}}`,
          values: `${Math.round(Number(value)) || 0}x20`,
        }),
      );
      await node.close();
      const panels = panelsOf().filter(({ fieldConfig }) => !fieldConfig?.defaults.noValue);
      const promql = asked(panels).map((expr) => ({
        // NaN does not equal itself.
        expr: `count((${expr}) == (${expr})) > bool 0`,
        eval_time: '10m',
        exp_samples: [{ labels: '{}', value: 1 }],
      }));
      const up = { series: 'up{job="formstead",instance="a"}', values: '1x20' };
      const file = join(folder, 'panels.yml');
      await writeFile(
        file,
        stringify({
          evaluation_interval: '1m',
          tests: [{ interval: '1m', input_series: [up, ...series], promql_expr_test: promql }],
        }),
      );
      promtool('test', 'rules', file);
      await rm(folder, { recursive: true });
    });
  });
}

if (IS_DEEP) {
  forOneEngine((engine) => {
    test('Prometheus scrapes with the token, and fires for a stuck queue, an old backup and an ending certificate', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'formstead-prometheus-'));
      const token = 'a-metrics-token-of-forty-characters-1234';
      // It was valid for 90 days, of which five are left.
      const pair = await makePair(Date.now() - 85 * 86_400_000, ['localhost', '127.0.0.1']);
      const inFolder = (name: string): string => join(folder, name);
      await writeFile(inFolder('cert.pem'), pair.cert);
      await writeFile(inFolder('key.pem'), pair.key);
      await writeFile(inFolder('ca.pem'), pair.ca);
      await writeFile(inFolder('token'), token);
      const node = await startInstance(engine, {
        ca: pair.ca,
        env: {
          FORMSTEAD_METRICS_TOKEN: token,
          FORMSTEAD_TLS_CERT_FILE: inFolder('cert.pem'),
          FORMSTEAD_TLS_KEY_FILE: inFolder('key.pem'),
        },
      });
      // Nothing sends mail: no mail server is set. No backup was ever made.
      await queueMail(node, { overdueMs: 900_000 });
      promtoolMetrics((await node.request('GET', '/metrics', { token })).text);
      // As shipped, but without the time for which a condition must hold.
      const shipped = await readFile(RULES, 'utf8');
      await writeFile(inFolder('alerts.yml'), shipped.replaceAll(/^( +for:) .*$/gm, '$1 0s'));
      const port = await freePort();
      const config = {
        global: { scrape_interval: '1s', evaluation_interval: '1s' },
        rule_files: [inFolder('alerts.yml')],
        scrape_configs: [
          {
            job_name: 'formstead',
            scheme: 'https',
            authorization: { credentials_file: inFolder('token') },
            tls_config: { ca_file: inFolder('ca.pem'), server_name: 'localhost' },
            static_configs: [{ targets: [`localhost:${node.server.port}`] }],
          },
        ],
      };
      await writeFile(inFolder('prometheus.yml'), stringify(config));
      promtool('check', 'config', inFolder('prometheus.yml'));
      await mkdir(inFolder('data'));
      const child = spawn(
        findProgram('prometheus'),
        [
          `--config.file=${inFolder('prometheus.yml')}`,
          `--storage.tsdb.path=${inFolder('data')}`,
          `--web.listen-address=127.0.0.1:${port}`,
        ],
        { stdio: ['ignore', 'ignore', 'pipe'] },
      );
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-4000);
      });
      const ask = async (path: string): Promise<string> => {
        assert.equal(child.exitCode, null, said);
        const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
        return answer ? await answer.text() : '';
      };
      const firing = async (): Promise<readonly string[]> => {
        const text = await ask('/api/v1/alerts');
        if (!text.startsWith('{')) return [];
        const { data } = JSON.parse(text) as {
          data: { alerts: readonly { state: string; labels: { alertname: string } }[] };
        };
        return data.alerts
          .filter(({ state }) => state === 'firing')
          .map(({ labels }) => labels.alertname)
          .sort();
      };
      const expected = ['FormsteadBackupOld', 'FormsteadCertificateEnds', 'FormsteadQueueStuck'];
      try {
        await waitUntil(async () => {
          const names = await firing();
          return expected.every((name) => names.includes(name));
        });
        assert.deepEqual(await firing(), expected, 'no other alert fires');
        const targets = await ask('/api/v1/targets');
        assert.match(targets, /"health":"up"/);
      } finally {
        const closed = once(child, 'close');
        child.kill('SIGTERM');
        await closed;
        await node.close();
        await rm(folder, { recursive: true });
      }
    });
  });
}

/** Has promtool read a scrape as Prometheus would. */
function promtoolMetrics(input: string): void {
  const { status, stderr } = spawnSync(findProgram('promtool'), ['check', 'metrics'], {
    input,
    encoding: 'utf8',
  });
  // 3: only advice about names, such as those of Node.
  assert.ok(status === 0 || status === 3, stderr);
  const own = stderr.split('\n').filter((line) => /^(?:formstead|http_server)_/.test(line));
  assert.deepEqual(own, []);
}
