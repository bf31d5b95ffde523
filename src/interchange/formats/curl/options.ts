/** What curl's options are here: those that say something of the request, by what they say. */
export type Meaning =
  | 'method'
  | 'header'
  | 'data'
  | 'raw'
  | 'urlencoded'
  | 'json'
  | 'form'
  | 'agent'
  | 'referer'
  | 'cookie'
  | 'user'
  | 'bearer'
  | 'url'
  | 'get'
  | 'head'
  | 'compressed'

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
  'user-agent': 'agent',
  referer: 'referer',
  cookie: 'cookie',
  user: 'user',
  'oauth2-bearer': 'bearer',
  url: 'url',
  get: 'get',
  head: 'head',
  compressed: 'compressed',
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
const bare = new Set<Meaning>(['get', 'head', 'compressed'])

/** Other options that take a value, which must not be taken for an address. */
const withValue = new Set([
  ...Object.values(letters),
  'connect-timeout',
  'retry',
  'retry-delay',
  'resolve',
  'interface',
  'cacert',
  'capath',
  'key',
  'ciphers',
  'limit-rate',
  'max-redirs',
  'noproxy',
  'proxy-header',
  'tls-max',
  'dns-servers',
  'unix-socket',
])

/** Options that concern only what curl prints. */
const silent = new Set([
  'silent',
  'show-error',
  'verbose',
  'include',
  'location',
  'fail',
  'progress-bar',
  'globoff',
  'no-buffer',
])
const silentLetters = new Set(['s', 'S', 'v', 'i', 'L', 'f', 'g', 'N', '#'])

export type Option = {
  /** As it is written. */
  readonly name: string
  readonly meaning: Meaning | null
  readonly takesValue: boolean
  /** Whether leaving it out changes nothing of the request. */
  readonly isSilent: boolean
  /** What stands in the same word behind a letter. */
  readonly value?: string
}

function longOption(name: string): Option {
  const meaning = Object.hasOwn(meanings, name) ? (meanings[name] ?? null) : null
  const takesValue = meaning === null ? withValue.has(name) : !bare.has(meaning)
  return {name: `--${name}`, meaning, takesValue, isSilent: silent.has(name) || meaning === 'compressed'}
}

/** The options of one word: a long one, or letters behind one dash. */
export function optionsOf(word: string): readonly Option[] {
  if (word.startsWith('--')) return [longOption(word.slice(2))]
  const found: Option[] = []
  for (let at = 1; at < word.length; at++) {
    const letter = word.charAt(at)
    const long = Object.hasOwn(letters, letter) ? letters[letter] : undefined
    if (long === undefined) {
      found.push({name: `-${letter}`, meaning: null, takesValue: false, isSilent: silentLetters.has(letter)})
      continue
    }
    const option = longOption(long)
    const value = word.slice(at + 1)
    found.push({...option, name: `-${letter}`, ...(option.takesValue && value !== '' ? {value} : {})})
    if (option.takesValue) break
  }
  return found
}
