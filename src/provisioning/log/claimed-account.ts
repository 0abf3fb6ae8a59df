/**
 * Returns the code of the account that an Authorization header claims, without checking it: the code in a provisioning
 * token, or the part before the slash of a Basic user name. It reads nothing else of the header.
 */
export function claimedAccountCode(authorization: string | undefined): string | undefined {
  const [scheme = '', credentials = ''] = (authorization ?? '').split(' ', 2);
  if (scheme.toLowerCase() === 'bearer') return /^fsp_([a-z0-9]{1,40})_/.exec(credentials)?.[1];
  if (scheme.toLowerCase() !== 'basic') return undefined;
  const text = Buffer.from(credentials.slice(0, 400), 'base64').toString('latin1');
  return /^([a-z0-9]{1,40})\//.exec(text)?.[1];
}
