const knownOptions = {
  request: 'method',
  header: 'header',
  data: 'data',
  'data-ascii': 'data',
  'data-binary': 'data',
  'data-raw': 'raw',
  'data-urlencode': 'urlencoded',
  json: 'json',
  form: 'form',
  'form-string': 'form',
  'upload-file': 'upload',
  'url-query': 'query',
  'user-agent': 'agent',
  referer: 'referer',
  cookie: 'cookie',
  user: 'user',
  'oauth2-bearer': 'bearer',
  url: 'url',
  get: 'get',
  head: 'head',
  compressed: 'compressed',
  globoff: 'globoff',
} as const
export type OptionName = (typeof knownOptions)[keyof typeof knownOptions]

const letters: Readonly<Record<string, string>> = {
  X: 'request',
  H: 'header',
  d: 'data',
  F: 'form',
  A: 'user-agent',
  e: 'referer',
  b: 'cookie',
  u: 'user',
  G: 'get',
  I: 'head',
  g: 'globoff',
  o: 'output',
  x: 'proxy',
  m: 'max-time',
  w: 'write-out',
  c: 'cookie-jar',
  D: 'dump-header',
  T: 'upload-file',
  E: 'cert',
  r: 'range',
  K: 'config',
  U: 'proxy-user',
  Y: 'speed-limit',
  y: 'speed-time',
  z: 'time-cond',
  C: 'continue-at',
  P: 'ftp-port',
  Q: 'quote',
  t: 'telnet-option',
  s: 'silent',
  S: 'show-error',
  v: 'verbose',
  i: 'include',
  L: 'location',
  f: 'fail',
  N: 'no-buffer',
  '#': 'progress-bar',
  ':': 'next',
}
const flagOptions = new Set<OptionName>(['get', 'head', 'compressed', 'globoff'])

/** Other options of `curl --help all` that take a value, which is not a URL. */
const otherOptions = `
  abstract-unix-socket alt-svc aws-sigv4 cacert capath cert-type ciphers connect-timeout connect-to
  create-file-mode crlfile curves delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url ech
  egd-file engine etag-compare etag-save expect100-timeout ftp-account ftp-alternative-to-user ftp-method
  ftp-ssl-ccc-mode happy-eyeballs-timeout-ms haproxy-clientip hostpubmd5 hostpubsha256 hsts interface ip-tos
  ipfs-gateway keepalive-cnt keepalive-time key key-type krb libcurl limit-rate local-port login-options
  mail-auth mail-from mail-rcpt max-filesize max-redirs netrc-file noproxy output-dir parallel-max pass
  pinnedpubkey preproxy proto proto-default proto-redir proxy-cacert proxy-capath proxy-cert proxy-cert-type
  proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey
  proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy1.0 pubkey
  random-file rate request-target resolve retry retry-delay retry-max-time sasl-authzid service-name socks4
  socks4a socks5 socks5-gssapi-service socks5-hostname ssl-sessions stderr tftp-blksize tls-max tls13-ciphers
  tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket variable vlan-priority
`

const silentOptions = new Set([
  'silent',
  'show-error',
  'verbose',
  'include',
  'location',
  'fail',
  'progress-bar',
  'no-buffer',
])
const optionsWithValue: ReadonlySet<string> = new Set([
  ...Object.values(letters).filter(name => !silentOptions.has(name) && name !== 'next'),
  ...otherOptions.trim().split(/\s+/),
])

export type Option = {
  readonly name: string
  readonly knownName: OptionName | null
  readonly takesValue: boolean
  readonly isSilent: boolean
  readonly isNext: boolean
  /** The rest of the word behind a letter. */
  readonly value?: string
}

const isKnownOption = (name: string): name is keyof typeof knownOptions => Object.hasOwn(knownOptions, name)

function readOption(long: string, name: string): Option {
  const knownName = isKnownOption(long) ? knownOptions[long] : null
  const takesValue = knownName === null ? optionsWithValue.has(long) : !flagOptions.has(knownName)
  return {
    name,
    knownName,
    takesValue,
    isSilent: silentOptions.has(long) || knownName === 'compressed',
    isNext: long === 'next',
  }
}

export function parseOptions(word: string): readonly Option[] {
  if (word.startsWith('--')) return [readOption(word.slice(2), word)]
  const options: Option[] = []
  for (let at = 1; at < word.length; at++) {
    const letter = word.charAt(at)
    const option = readOption(letters[letter] ?? '', `-${letter}`)
    const value = word.slice(at + 1)
    options.push(option.takesValue && value !== '' ? {...option, value} : option)
    if (option.takesValue) break
  }
  return options
}
