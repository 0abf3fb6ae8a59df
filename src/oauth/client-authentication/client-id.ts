import { type ClientRequest, readParameter } from '#oauth/client-request.ts';
import { readAssertion } from '#tokens/tokens.ts';
import { clientIdInHeader } from './secret-in-header.ts';

/**
 * Who a client says it is, before anything is believed: what its requests are counted under. Without
 * a look at the storage, so that it costs nothing.
 */
export function claimedClientId(request: ClientRequest): string | undefined {
  return (
    readParameter(request, 'client_id') ??
    clientIdInHeader(request.headers['authorization']) ??
    readAssertion(readParameter(request, 'client_assertion') ?? '')?.subject
  );
}
