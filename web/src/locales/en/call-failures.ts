/** Why a call to an address that somebody registered failed. */
export const callFailures = {
  timeout: 'The other server did not answer in time.',
  'no-address': 'The host name has no IP address. Check the address.',
  'not-public': 'The address is not public. Formstead does not call private addresses.',
  'connection-refused': 'The other server refused the connection.',
  'connection-lost': 'The other server closed the connection.',
  certificate: 'The TLS certificate of the other server is not valid.',
  'unexpected-answer': 'The other server answered something unexpected.',
  'secret-lost':
    'The secret of this webhook cannot be decrypted, because the master key has changed. Rotate the secret.',
  'no-right':
    'Not sent: the user who set up this webhook may not see all forms of the template. Save it as an admin who may, and send again.',
  other: 'The call failed.',
} as const;
