/** What curl's options are here: those that say something of the request, by what they say. */
export type Meaning =
  | 'method'
  | 'header'
  | 'data'
  | 'raw'
  | 'urlencoded'
  | 'json'
  | 'form'
  | 'upload'
  | 'query'
  | 'agent'
  | 'referer'
  | 'cookie'
  | 'user'
  | 'bearer'
  | 'url'
  | 'get'
  | 'head'
  | 'compressed'
  | 'globoff'

/** Long names, and the letters that are short for them. */
const meanings: Readonly<Record<string, Meaning>> = {
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
}
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
}
const bare = new Set<Meaning>(['get', 'head', 'compressed', 'globoff'])

/** Other options that take a value, which must not be taken for an address: those of `curl --help all` that name one. */
const others = `
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
const withValue: ReadonlySet<string> = new Set([...Object.values(letters), ...others.trim().split(/\s+/)])

/** Options that concern only what curl prints. */
const silent = new Set(['silent', 'show-error', 'verbose', 'include', 'location', 'fail', 'progress-bar', 'no-buffer'])
const silentLetters = new Set(['s', 'S', 'v', 'i', 'L', 'f', 'N', '#'])

export type Option = {
  /** As it is written. */
  readonly name: string
  readonly meaning: Meaning | null
  readonly takesValue: boolean
  /** Whether leaving it out changes nothing of the request. */
  readonly isSilent: boolean
  /** Whether another request follows it. */
  readonly isNext: boolean
  /** What stands in the same word behind a letter. */
  readonly value?: string
}

function longOption(name: string): Option {
  const meaning = Object.hasOwn(meanings, name) ? (meanings[name] ?? null) : null
  const takesValue = meaning === null ? withValue.has(name) : !bare.has(meaning)
  return {
    name: `--${name}`,
    meaning,
    takesValue,
    isSilent: silent.has(name) || meaning === 'compressed',
    isNext: name === 'next',
  }
}

/** The options of one word: a long one, or letters behind one dash. */
export function optionsOf(word: string): readonly Option[] {
  if (word.startsWith('--')) return [longOption(word.slice(2))]
  const found: Option[] = []
  for (let at = 1; at < word.length; at++) {
    const letter = word.charAt(at)
    const long = Object.hasOwn(letters, letter) ? letters[letter] : letter === ':' ? 'next' : undefined
    if (long === undefined) {
      found.push({
        name: `-${letter}`,
        meaning: null,
        takesValue: false,
        isSilent: silentLetters.has(letter),
        isNext: false,
      })
      continue
    }
    const option = longOption(long)
    const value = word.slice(at + 1)
    found.push({...option, name: `-${letter}`, ...(option.takesValue && value !== '' ? {value} : {})})
    if (option.takesValue) break
  }
  return found
}
