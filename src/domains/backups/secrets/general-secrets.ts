/** Where a line shows a secret: group 1. Structurally what the table of device types holds. */
export interface SecretPattern {
  readonly pattern: RegExp;
  /** Written anew each time, with another salt: which value stands there says nothing. */
  readonly isReencrypted: boolean;
}

/** What stands between the word and the secret: how it is written down. */
const KIND =
  '(?:(?:\\d{1,2}|clear|clear-?text|plain|plain-?text|encrypted|encr|enc|hash|hashed|hex|hexadecimal|ascii|ascii-text|text|md5|sha-?\\d*|hmac-[a-z0-9-]+|cmac-[a-z0-9-]+|scrypt|level \\d{1,2}|password|secret|string|is)[ \\t]+)?';
/**
 * A text in quotes, with what follows them without a blank, or one word; a semicolon at its end belongs to the
 * line, and a bracket is none.
 */
const VALUE =
  '("(?:[^"\\\\]|\\\\.){0,4096}"[^\\s;,}\\])<]*|\'[^\']{0,4096}\'|(?![{}\\[\\]]+(?:[\\s;"]|$))[^\\s;]+)';
/** Words after which `password` and `key` name no secret. */
const NO_PASSWORD =
  '(?!(?:encryption|encryption-aes|strength-check|policy|recovery|minimum|lifetime|history|expiration|set-key)(?![^\\s;]))';
const NO_KEY =
  '(?!(?:chain|generate|zeroize|pubkey-chain|mypubkey|config-key|import|export|rsa|ec|label|storage|id|exchange|derivation|replace)(?![^\\s;]))';

const general = (source: string, isReencrypted = false): SecretPattern => ({
  pattern: new RegExp(source, 'dgi'),
  isReencrypted,
});

/** Words that are followed by a secret in whatever dialect, `word value`, `word: value`, `word="value"`. */
const WORDS =
  'passwords?|passwd|passphrase|pass-phrase|passcode|secrets?|pre-?shared-key|psk|shared-key|private-key|api-?key|authentication-key|auth-?key|access-?key|privacy-key|encryption-key|key-string|key-octet-string|cryptographic-key|hello-key|simple-key|authkey|bindpw|rootpw|community-string|trap-community|access-token|auth-?token|api-?token|bearer|server-key|set-key|community-name|plain-text-password-value';

/**
 * Where secrets stand in configurations of any type. It rather takes a word too many for a secret than
 * one too few.
 */
export const GENERAL_SECRETS: readonly SecretPattern[] = [
  // A hash or cipher text that says what it is.
  general(
    '(?<![A-Za-z0-9$])(\\$(?:\\d{1,2}|2[abxy]|y|gy|md5|sha\\d*|pbkdf2[a-z0-9-]*)\\$[^\\s";,\']+)',
  ),
  general(
    `(?:(?<![A-Za-z])|(?<=\\^C))(?:${WORDS})["']?(?:[ \\t]*[:=][ \\t]*|[ \\t]+)${NO_PASSWORD}${KIND}${KIND}${VALUE}`,
  ),
  // Names of variables and members: `AWS_SECRET_ACCESS_KEY=…`, `"adminPassword": …`, `PrivateKey = …`.
  general(
    `(?<![\\w.-])(?!public|\\w{0,32}[_-]public)[\\w.-]{0,64}(?:password|passwd|passphrase|secret|token|(?:private|shared|access|api|auth|encryption|_|-)key)["']?[ \\t]*[:=][ \\t]*${VALUE}`,
  ),
  general(
    // That the name ends is asked first: of a longer one, nothing is tried in vain.
    `[ \\t]environment[ \\t]+(?=[\\w.-]{1,134}[ \\t])[\\w.-]{0,64}(?:pw|pass|secret|token|key|cred)[\\w.-]{0,134}[ \\t]+(\\S.*)$`,
  ),
  // `key 7 …`, `key hexstring`: not the numbers of keys of a chain, which `namesAKey` tells.
  general(`(?<![\\w-])key["']?(?:[ \\t]*[:=])?[ \\t]+${NO_KEY}${KIND}${KIND}${VALUE}`),
  general(
    '(?<![\\w-])message-digest-key[ \\t]+\\d{1,3}[ \\t]+(?:[a-z0-9-]{1,32}[ \\t]+)' + KIND + VALUE,
  ),
  general(
    '(?<![\\w-])authentication-key[ \\t]+\\d{1,10}[ \\t]+(?:md5|sha\\d*|hmac-[a-z0-9-]+|cmac-[a-z0-9-]+)[ \\t]+' +
      KIND +
      VALUE,
  ),
  general(
    '(?<![\\w-])authentication[ \\t]+(?:text|string|md5|mode[ \\t]+\\S{1,64})[ \\t]+(?!key-chain|key-string)' +
      KIND +
      VALUE,
  ),
  general(
    '(?<![\\w-])snmp[a-z-]{0,16}[ \\t]+(?:[\\w.-]{1,64}[ \\t]+){0,2}?community[ \\t]+' +
      KIND +
      VALUE,
  ),
  general('(?<![\\w-])community["\']?[ \\t]*[:=][ \\t]*' + VALUE),
  general(
    '^[ \\t]*(?:ro|rw)?community6?[ \\t]+("[^"]*"|[^\\s;]+)(?=[ \\t]*\\{|[ \\t]*$|[ \\t]+(?:default|\\d))',
  ),
  general(
    '^[ \\t]*snmp-server host \\S{1,256} (?:(?:vrf|use-vrf) \\S{1,64} )?(?:(?:traps|informs) )?(?:version (?:1|2c|3(?: (?:auth|noauth|priv))?) )?(?:(?:clear|encrypted) )?(?!use-vrf|source-interface|filter-vrf|udp-port)(\\S+)',
  ),
  general(
    '^[ \\t]*snmp-server user .{1,256}? auth (?:md5|sha[\\d-]*) (?:(?:clear|encrypted) )?(\\S+)',
  ),
  general(
    '^[ \\t]*snmp-server user .{1,512}? priv (?:(?:3?des|des56|aes(?:-?\\d{3})?)(?: \\d{3})? )?(?:(?:clear|encrypted) )?(\\S+)',
  ),
  general('"community"[ \\t]*:[ \\t]*\\[[ \\t]*\\{[ \\t]*"name"[ \\t]*:[ \\t]*' + VALUE),
  general('^[ \\t]*snmp-server[ \\t]+community-map[ \\t]+' + VALUE),
  // Keys of LDP, MACsec, IPsec and of the device itself, which have something between the word and the key.
  general('(?<![\\w-])password option \\d{1,10} for \\S{1,64} (?:\\d )?(?!key-chain)' + VALUE),
  general('^[ \\t]+key[ \\t]+[0-9a-f]{2,64}[ \\t]+(?:0|6|7|8a)[ \\t]+' + VALUE),
  general('(?<![\\w-])config-key[ \\t]+(?:password-encrypt|ascii)[ \\t]+' + KIND + VALUE),
  general('(?<![\\w-])session-key (?:in|out)bound (?:ah \\d{1,10} |esp \\d{1,10} cipher )' + VALUE),
  // What lies between ends where the next such phrase begins: nothing is looked at for each of many again.
  general(
    '(?<![\\w-])session-key (?:in|out)bound esp(?:(?!(?<![\\w-])session-key (?:in|out)bound esp).){0,1024} authenticator ' +
      VALUE,
  ),
  general(
    '[ \\t]spi \\d{1,10} (?:(?:(?!(?<=[ \\t])spi \\d{1,10} ).){1,1024}? )?(?:md5|sha-?1) (?:\\d )?' +
      VALUE,
  ),
  general('[ \\t]spi \\d{1,10} esp (?:3des|des|aes-\\S{1,16}(?: \\d{3})?) (?:\\d )?' + VALUE),
  general('[ \\t]-?cvauth=(?:key|token),([^\\s,]+)'),
  // A private key that is one line.
  general(
    '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(.+?)(?=-----END [A-Z0-9 ]{0,40}PRIVATE KEY|$)',
  ),
  // User and password within a URL.
  general('://[^\\s:/@]{1,256}:([^\\s/@]{1,1024})@'),
];
