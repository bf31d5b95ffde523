/** The tags of this name in a page's text, as they are written. */
export const tagsOf = (text: string, name: string): readonly string[] =>
  text.match(new RegExp(`<${name}\\b[^>]*>`, 'gi')) ?? []

const named: Readonly<Record<string, string>> = {amp: '&', apos: "'", gt: '>', lt: '<', quot: '"'}

/** With the references to characters that frameworks write in attributes. */
const unescaped = (value: string): string =>
  value.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|apos|gt|lt|quot));/gi, (all, hex, decimal, name: string = '') => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16)
    return named[name.toLowerCase()] ?? (code <= 0x10_ff_ff ? String.fromCodePoint(code) : all)
  })

/** What a tag says of itself by this name; empty where it says nothing. */
export function attributeOf(tag: string, name: string): string {
  const [, quoted, single, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>"']+))`, 'i').exec(tag) ?? []
  return unescaped(quoted ?? single ?? bare ?? '')
}
