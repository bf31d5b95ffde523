const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b',
  E: '\x1b',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
}

const bytesIn = (escaped: string): readonly number[] =>
  [...escaped.matchAll(/\\(?:x([0-9a-f]{1,2})|([0-7]{1,3}))/gi)].map(([, hex, octal = '']) =>
    hex === undefined ? parseInt(octal, 8) % 256 : parseInt(hex, 16),
  )

/** Bytes are UTF-8 to a shell. Some browsers write what is no more than a byte as one, so bytes that are none are characters. */
function textOf(bytes: readonly number[]): string {
  try {
    return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(Uint8Array.from(bytes))
  } catch {
    return bytes.map(byte => String.fromCharCode(byte)).join('')
  }
}

/** What stands between `$'` and `'`, as a shell reads it. */
export const unescapeAnsi = (text: string): string =>
  text.replace(
    /((?:\\(?:x[0-9a-fA-F]{1,2}|[0-7]{1,3}))+)|\\(?:u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([^]))/g,
    (whole: string, bytes?: string, short?: string, long?: string, character?: string) => {
      if (bytes !== undefined) return textOf(bytesIn(bytes))
      const hex = short ?? long
      if (hex === undefined) return escapes[character ?? ''] ?? whole
      const code = parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
