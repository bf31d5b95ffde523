// Not a choice in a loop: of a picture of some megabytes in a style V8 would remember each character.
const run = (without: string) => String.raw`([^\\${without}]*(?:\\.[^\\${without}]*)*)`
/** A text in quotes, and what stands in `url(…)` without them. */
const quoted = `"${run(String.raw`"\n`)}"|'${run(String.raw`'\n`)}'`
const bare = String.raw`(?=[^\s"'()])` + run(String.raw`\s"'()`)
/** Behind a text in an `image-set`, and nowhere else. */
const resolution = String.raw`(?=\s+(?:[\d.]+(?:x|dppx|dpi|dpcm)\b|type\())`
/** What a style asks for; comments and other texts are passed over. */
const asked = new RegExp(
  [
    String.raw`/\*[^]*?(?:\*/|$)`,
    String.raw`(\burl\(\s*)(?:${quoted}|${bare})(?=\s*\))`,
    String.raw`(@import\s*)(?:${quoted})`,
    `(?:${quoted})${resolution}`,
    quoted.replaceAll(/\((?!\?)/g, '(?:'),
  ].join('|'),
  'gi',
)

const unescaped = (path: string): string =>
  path.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gi, (_all, hex?: string, character = '') =>
    hex === undefined ? String(character) : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10_ff_ff)),
  )

/** Whether it leads on from where the style is; not to a part of the page, and not anywhere by itself. */
const isPath = (given: string): boolean => given !== '' && !/^(?:[a-z][\w+.-]*:|#)/i.test(given)

/** A style with each path in it as the address that it leads to from this one. */
export const withWholeAddresses = (style: string, from: string): string =>
  style.replace(asked, (all, ...found: readonly (string | undefined)[]) => {
    const [url, double, single, plain, rule, ...texts] = found.slice(0, 9)
    const path = unescaped([double, single, plain, ...texts].find(each => each !== undefined) ?? '')
    return isPath(path) && URL.canParse(path, from) ? `${url ?? rule ?? ''}"${new URL(path, from).href}"` : all
  })
