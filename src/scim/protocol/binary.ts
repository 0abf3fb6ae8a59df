const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** Returns whether text is base64 in either alphabet, with or without padding (RFC 7643 §2.3.6, RFC 4648 §4 and §5). */
export function isBase64(text: string): boolean {
  if (!BASE64.test(text)) return false;
  const digits = text.replace(/=+$/, '').length;
  return digits % 4 !== 1 && (text.length === digits || text.length % 4 === 0);
}

const PEM = /^\s*-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----\s*$/;

/**
 * Returns a certificate as base64 of its DER (RFC 4648 §4, with padding), also from base64url, base64 in lines and PEM
 * (RFC 7468 §5); undefined when the text can't be read as exactly one certificate.
 */
export function readCertificate(text: string): string | undefined {
  const given = (PEM.exec(text)?.[1] ?? text).replaceAll(/\s+/g, '');
  if (!isBase64(given) || !isOneDerSequence(given)) return undefined;
  const digits = given.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  return digits.padEnd(Math.ceil(digits.length / 4) * 4, '=');
}

const decodeHead = (text: string): string => {
  const head = text.slice(0, 8).replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  return atob(head);
};

/**
 * Returns whether base64 text holds exactly one DER value that is a SEQUENCE, as a certificate is: its length gives the
 * end of the value, which excludes two certificates in a row (RFC 7643 §4.1.2). Its content is not read.
 */
function isOneDerSequence(text: string): boolean {
  const size = Math.floor((text.replace(/=+$/, '').length * 3) / 4);
  const head = decodeHead(text);
  if (head.charCodeAt(0) !== 0x30) return false;
  const first = head.charCodeAt(1);
  if (first < 0x80) return size === 2 + first;
  const bytes = first - 0x80;
  if (bytes < 1 || bytes > 4 || head.length < 2 + bytes) return false;
  let length = 0;
  for (let index = 0; index < bytes; index += 1) length = length * 256 + head.charCodeAt(2 + index);
  return size === 2 + bytes + length;
}
