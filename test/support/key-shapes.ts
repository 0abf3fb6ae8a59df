// Shapes of key files, as programs and people write them. The keys of age, and the file that is encrypted for both of
// them, were made with the programs age and age-keygen 1.1.1.
import { bech32Of } from '#kernel/bech32.ts';

/** The whole file of `age-keygen -o`. */
export const KEY_FILE = `# created: 2026-11-28T20:22:10Z
# public key: age1372knhv4nyd5yxcjuus50gmz9hahh4dx2elf64xd9hkc33kgystqeurfnl
AGE-SECRET-KEY-1JK5YTE7NZK5EZETT4ZKWARMTLWNNZCZF2CW4UZ6P94FHHZ3PHSDSGU6VRF
`;
export const OTHER_KEY_FILE = `# created: 2026-11-28T20:22:10Z
# public key: age10nxgzt4c05rdrsh8xcva4jdj8qk89yjx3rvlpr3qv4j8rgvw4svqv7szv4
AGE-SECRET-KEY-1MVN8HSVELZQJTSGPFPXE2SFRUYAJY6DTX96UJ8L2HDF3RY7H5DXSGDDYDJ
`;
export const PUBLIC = 'age1372knhv4nyd5yxcjuus50gmz9hahh4dx2elf64xd9hkc33kgystqeurfnl';
const OTHER = 'age10nxgzt4c05rdrsh8xcva4jdj8qk89yjx3rvlpr3qv4j8rgvw4svqv7szv4';
export const SECRET = 'AGE-SECRET-KEY-1JK5YTE7NZK5EZETT4ZKWARMTLWNNZCZF2CW4UZ6P94FHHZ3PHSDSGU6VRF';
const OTHER_SECRET = 'AGE-SECRET-KEY-1MVN8HSVELZQJTSGPFPXE2SFRUYAJY6DTX96UJ8L2HDF3RY7H5DXSGDDYDJ';
export const PASSPHRASE = 'five quiet harbours at dawn';

/** `a file of age`, encrypted with age -r for both public keys. */
export const FILE_OF_AGE = Buffer.from(
  'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBvNUhrMThhQ0h3TU9KRUNpWFAxamp3MVptVXU0SklKd0NsT2lRQ1oxQmc4CkVGTkVKcUo1QkY5UjZYWG16RE9Xc0ZKQTJlMU1PQURHc0FYOFRBd0F1QU0KLT4gWDI1NTE5IFRwNCtTc2lQaWJ4R0xBWjdEdWRnZjROWUJJRnpycllTbDRvZlV3NzYvbncKL1VyZnYvNGx0TWRsVDBSVmk3eXc1Q0pPV0wxV3RMNDNnaHh6ekd0eU5yNAotLS0gbko3Njc4VFhFbk5sK0NsUkg3V2Y2QTRBV1dqbFdSTnRPTEV3Y0s3a2dUUQqGzceXOH/yKTu6OyDEqVfOIoCa2zatRLDgs/chnBR7ceRQBWwHCwCOVu63XIM=',
  'base64',
);

export interface KeyShape {
  readonly name: string;
  readonly content: string | Buffer;
  /** The key file that opens what this one encrypts, or what is said of it. */
  readonly settings: { readonly opener: string | Buffer } | RegExp;
  /** The same for `account export --key-file`, if it differs: whoever makes an archive may have the secret key. */
  readonly archive?: { readonly opener: string | Buffer };
}

const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
const BOM = '\u{feff}';
const FOR_KEY = { opener: KEY_FILE };
const FOR_OTHER = { opener: OTHER_KEY_FILE };
const FOR_PASSPHRASE = { opener: `${PASSPHRASE}\n` };
const IS_SECRET = /It is a secret key.*Give its public key instead: age1372knhv4/s;
const NO_KEY = /It looks like a key of age, and is none/;
const OTHER_KIND = /of a kind that Formstead does not use/;
const OTHER_PROGRAM = /an encrypted file or a key of another program/;
const NO_TEXT = /not text in UTF-8/;
const bytes32 = Buffer.alloc(32, 7);

const RECIPIENTS: readonly KeyShape[] = [
  { name: 'a public key', content: PUBLIC, settings: FOR_KEY },
  { name: 'a public key with a line break', content: `${PUBLIC}\n`, settings: FOR_KEY },
  { name: 'a public key of Windows', content: `${BOM}${PUBLIC}\r\n`, settings: FOR_KEY },
  { name: 'a public key between spaces', content: `\n  ${PUBLIC} \n\n`, settings: FOR_KEY },
  { name: 'a public key in capitals', content: PUBLIC.toUpperCase(), settings: FOR_KEY },
  { name: 'a comment above a public key', content: `# ours\n${PUBLIC}\n`, settings: FOR_KEY },
  { name: 'the same public key twice', content: `${PUBLIC}\n${PUBLIC}\n`, settings: FOR_KEY },
  { name: 'two public keys, by the first', content: `${PUBLIC}\n${OTHER}\n`, settings: FOR_KEY },
  { name: 'two public keys, by the second', content: `${PUBLIC}\n${OTHER}`, settings: FOR_OTHER },
  {
    name: 'a recipients file of Windows with comments',
    content: crlf(`${BOM}# Ada\n${PUBLIC}\n\n# Grace\n${OTHER}\n`),
    settings: FOR_OTHER,
  },
];

const SECRETS: readonly KeyShape[] = [
  {
    name: 'the whole file of age-keygen',
    content: KEY_FILE,
    settings: IS_SECRET,
    archive: FOR_KEY,
  },
  {
    name: 'the file of age-keygen with CRLF',
    content: crlf(KEY_FILE),
    settings: IS_SECRET,
    archive: FOR_KEY,
  },
  {
    name: 'the file of age-keygen with a byte order mark',
    content: BOM + KEY_FILE,
    settings: IS_SECRET,
    archive: FOR_KEY,
  },
  { name: 'a secret key alone', content: SECRET, settings: IS_SECRET, archive: FOR_KEY },
  {
    name: 'a secret key in small letters',
    content: `${SECRET.toLowerCase()}\n`,
    settings: IS_SECRET,
    archive: FOR_KEY,
  },
  {
    name: 'two secret keys',
    content: `${SECRET}\n${OTHER_SECRET}\n`,
    settings: IS_SECRET,
    archive: FOR_OTHER,
  },
];

const NO_KEYS: readonly KeyShape[] = [
  {
    name: 'what age-keygen prints beside its file',
    content: `Public key: ${PUBLIC}\n`,
    settings: NO_KEY,
  },
  {
    name: 'a secret key beside its public one',
    content: `${SECRET}\n${PUBLIC}`,
    settings: /beside/,
  },
  {
    name: 'a public key beside a passphrase',
    content: `${PUBLIC}\n${PASSPHRASE}`,
    settings: /beside/,
  },
  { name: 'a mistyped public key', content: PUBLIC.replace('knhv', 'knhw'), settings: NO_KEY },
  { name: 'a public key that was cut', content: PUBLIC.slice(0, -1), settings: NO_KEY },
  {
    name: 'a public key with a typed l',
    content: PUBLIC.replace('rfnl', 'rfn1'),
    settings: NO_KEY,
  },
  { name: 'a public key in quotes', content: `"${PUBLIC}"`, settings: NO_KEY },
  { name: 'a line of a settings file', content: `AGE_KEY=${PUBLIC}`, settings: NO_KEY },
  { name: 'a mistyped secret key', content: SECRET.replace('JK5Y', 'JK5Z'), settings: NO_KEY },
  { name: 'two public keys on a line', content: `${PUBLIC} ${OTHER}`, settings: NO_KEY },
  { name: 'two public keys with a comma', content: `${PUBLIC},${OTHER}`, settings: NO_KEY },
  {
    name: 'a post-quantum public key',
    content: bech32Of(Buffer.alloc(1216, 7), 'age1pq'),
    settings: OTHER_KIND,
  },
  {
    name: 'a post-quantum secret key',
    content: bech32Of(bytes32, 'age-secret-key-pq-').toUpperCase(),
    settings: OTHER_KIND,
  },
  {
    name: 'the public key of a plugin',
    content: `# a hardware key\n${bech32Of(bytes32, 'age1yubikey')}`,
    settings: OTHER_KIND,
  },
  {
    name: 'the identity of a plugin',
    content: bech32Of(bytes32, 'age-plugin-yubikey-').toUpperCase(),
    settings: OTHER_KIND,
  },
  {
    name: 'a public key of ssh',
    content: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA/lgS3XdC61u4wuy2rsjCN3 ada@example.org\n',
    settings: OTHER_KIND,
  },
  {
    name: 'a public key of ssh beside one of age',
    content: `${PUBLIC}\nssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQ==\n`,
    settings: OTHER_KIND,
  },
  {
    name: 'a private key of ssh',
    content: '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA\n',
    settings: OTHER_PROGRAM,
  },
  {
    name: 'a key file that age encrypted',
    content: '-----BEGIN AGE ENCRYPTED FILE-----\nYWdlLWVuY3J5cHRpb24u\n',
    settings: OTHER_PROGRAM,
  },
  { name: 'an encrypted file of age', content: FILE_OF_AGE, settings: OTHER_PROGRAM },
  {
    name: 'a key file of PowerShell',
    content: Buffer.from(BOM + crlf(KEY_FILE), 'utf16le'),
    settings: NO_TEXT,
  },
  { name: 'random bytes', content: Buffer.from([1, 0, 255, 7, 192, 9, 0, 77]), settings: NO_TEXT },
];

const PASSPHRASES: readonly KeyShape[] = [
  { name: 'a passphrase', content: PASSPHRASE, settings: FOR_PASSPHRASE },
  { name: 'a passphrase with CRLF', content: `${PASSPHRASE}\r\n`, settings: FOR_PASSPHRASE },
  {
    name: 'a passphrase between spaces, with a byte order mark',
    content: `${BOM}  ${PASSPHRASE}\t\n\n`,
    settings: FOR_PASSPHRASE,
  },
  {
    name: 'a comment above a passphrase',
    content: `# backups\n${PASSPHRASE}\n`,
    settings: { opener: `# backups\n${PASSPHRASE}\n` },
  },
  {
    name: 'a passphrase with letters of all kinds',
    content: 'fünf stille Häfen 🛶 # im Morgengrauen\n',
    settings: { opener: 'fünf stille Häfen 🛶 # im Morgengrauen' },
  },
  {
    name: 'a passphrase of two lines',
    content: `${PASSPHRASE}\nand dusk\n`,
    settings: /has 2 lines/,
  },
  { name: 'a short passphrase', content: 'short', settings: /less than 16 characters/ },
  { name: 'a passphrase behind #', content: `#${PASSPHRASE}`, settings: /so they are comments/ },
  {
    name: 'comments alone',
    content: '# created: 2026\n# nothing\n',
    settings: /they are comments/,
  },
  { name: 'nothing', content: '', settings: /file is empty/ },
  { name: 'white space alone', content: ' \r\n\t\n', settings: /file is empty/ },
  { name: 'a large file', content: `${PASSPHRASE}\n`.repeat(4000), settings: /file is too large/ },
];

/** Whatever a key file that encrypts may look like. */
export const KEY_SHAPES: readonly KeyShape[] = [
  ...RECIPIENTS,
  ...SECRETS,
  ...NO_KEYS,
  ...PASSPHRASES,
];

export const isOpened = (
  expected: KeyShape['settings'],
): expected is { readonly opener: string | Buffer } => 'opener' in expected;
