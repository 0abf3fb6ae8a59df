/** Returns the curl command that gets an access token with a credential. */
export const tokenCurl = (clientId: string, clientSecret: string): string =>
  [
    `curl ${location.origin}/connect/token`,
    '-d grant_type=client_credentials',
    '-d scope=public_api',
    `-d client_id=${clientId}`,
    `-d client_secret=${clientSecret}`,
  ].join(' \\\n  ');
