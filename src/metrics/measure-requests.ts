import type { MeasuredRequest } from '#http/measured-request.ts';
import type { Meter } from './meter.ts';
import { operationOf, outcomeOf } from './scim-words.ts';

/** Stands for whatever is in no closed list. */
const OTHER = '_OTHER';
const NONE = '_NONE';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const TOKEN_ROUTE = '/connect/token';
/** Organisations with a label of their own. */
const MOST_CONNECTIONS = 50;

export interface RequestMeter {
  measure(request: MeasuredRequest): void;
  /** Counts the SCIM requests of each connection under its name, since the start of the process. */
  countConnections(codes: ReadonlyMap<string, string>): void;
  /** Returns the accounts whose SCIM requests are counted apart. */
  accounts(): readonly string[];
}

/** Counts requests by route, token requests, and SCIM requests. */
export function createRequestMeter(meter: Meter): RequestMeter {
  const connections = new Map<string, Map<string, number>>();

  const labelOf = (accountId: string | undefined): string => {
    if (accountId === undefined) return NONE;
    if (connections.has(accountId) || accountsOf(connections).length < MOST_CONNECTIONS)
      return accountId;
    return OTHER;
  };
  const countConnection = (accountId: string | undefined, outcome: string): void => {
    const label = labelOf(accountId);
    const counts = connections.get(label) ?? new Map<string, number>();
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    connections.set(label, counts);
  };

  return {
    measure({ protocol, method, route, status, code, ms, accountId }) {
      const labels = {
        http_request_method: METHODS.includes(method) ? method : OTHER,
        http_route: route ?? OTHER,
        http_response_status_code: String(status),
      };
      meter.observe('http_server_request_duration_seconds', labels, ms / 1000);
      if (route === TOKEN_ROUTE) {
        meter.count('formstead_token_requests_total', { outcome: code ?? 'issued' });
      }
      if (protocol !== 'scim') return;
      const outcome = outcomeOf(status);
      meter.count('formstead_scim_requests_total', { ...operationOf(method, route), outcome });
      countConnection(accountId, outcome);
    },
    countConnections(codes) {
      meter.clear('formstead_scim_connection_requests_total');
      for (const [label, counts] of connections) {
        const connection = codes.get(label) ?? label;
        for (const [outcome, count] of counts) {
          const labels = { connection, outcome };
          meter.count('formstead_scim_connection_requests_total', labels, count);
        }
      }
    },
    accounts: () => accountsOf(connections),
  };
}

const accountsOf = (connections: ReadonlyMap<string, unknown>): readonly string[] =>
  [...connections.keys()].filter((label) => label !== NONE && label !== OTHER);
