/** What the first message of a TLS client says (RFC 8446 §4.1.2). */
export interface ClientHello {
  /** The host that it asks for, in lower case (RFC 6066 §3). */
  readonly host: string | undefined;
  /** The protocols that it offers (RFC 7301 §3.1). */
  readonly protocols: readonly string[];
}

const HANDSHAKE_RECORD = 22;
const RECORD_HEADER_BYTES = 5;
const CLIENT_HELLO = 1;
const HANDSHAKE_HEADER_BYTES = 4;
/** Version and random. */
const FIXED_BYTES = 34;
const SERVER_NAME = 0;
const ALPN = 16;

/** Returns what the bytes say; `incomplete` if more must come; undefined if they are no ClientHello. */
export function readClientHello(bytes: Buffer): ClientHello | 'incomplete' | undefined {
  const message = handshakeOf(bytes);
  if (!Buffer.isBuffer(message)) return message;
  try {
    return parse(message);
  } catch (error) {
    // A length in it leads beyond its end: OpenSSL refuses it in its own words.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns the body of the message, which may be divided between records. */
function handshakeOf(bytes: Buffer): Buffer | 'incomplete' | undefined {
  let message: Buffer = Buffer.alloc(0);
  for (let left = bytes; left.length > 0; ) {
    if (left[0] !== HANDSHAKE_RECORD) return undefined;
    if (left.length < RECORD_HEADER_BYTES) return 'incomplete';
    const end = RECORD_HEADER_BYTES + left.readUInt16BE(3);
    message = Buffer.concat([message, left.subarray(RECORD_HEADER_BYTES, end)]);
    left = left.subarray(end);
  }
  if (message.length < HANDSHAKE_HEADER_BYTES) return 'incomplete';
  if (message[0] !== CLIENT_HELLO) return undefined;
  const size = HANDSHAKE_HEADER_BYTES + message.readUIntBE(1, 3);
  return message.length < size ? 'incomplete' : message.subarray(HANDSHAKE_HEADER_BYTES, size);
}

/** @throws RangeError when a length leads beyond the end */
function parse(message: Buffer): ClientHello {
  let rest = message.subarray(FIXED_BYTES);
  for (const size of [1, 2, 1]) rest = rest.subarray(size + rest.readUIntBE(0, size));
  let hello: ClientHello = { host: undefined, protocols: [] };
  for (let left = vector(rest, 2); left.length > 0; ) {
    const type = left.readUInt16BE(0);
    const data = vector(left.subarray(2), 2);
    if (type === SERVER_NAME) hello = { ...hello, host: hostOf(data) };
    if (type === ALPN) hello = { ...hello, protocols: protocolsOf(data) };
    left = left.subarray(4 + data.length);
  }
  return hello;
}

/** Returns the bytes behind their own length. */
function vector(bytes: Buffer, size: number): Buffer {
  const end = size + bytes.readUIntBE(0, size);
  if (end > bytes.length) throw new RangeError('a vector ends beyond the message');
  return bytes.subarray(size, end);
}

/** The one name of a list that has names of one type only (RFC 6066 §3). */
const hostOf = (data: Buffer): string =>
  vector(vector(data, 2).subarray(1), 2).toString('latin1').toLowerCase();

function protocolsOf(data: Buffer): readonly string[] {
  const protocols: string[] = [];
  for (let left = vector(data, 2); left.length > 0; ) {
    const name = vector(left, 1);
    protocols.push(name.toString('latin1'));
    left = left.subarray(1 + name.length);
  }
  return protocols;
}
