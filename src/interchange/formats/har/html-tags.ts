/** The tags of this name in a page's text, as they are written. */
export const tagsOf = (text: string, name: string): readonly string[] =>
  text.match(new RegExp(`<${name}\\b[^>]*>`, 'gi')) ?? []

/** What a tag says of itself by this name; empty where it says nothing. */
export function attributeOf(tag: string, name: string): string {
  const [, quoted, single, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>"']+))`, 'i').exec(tag) ?? []
  return quoted ?? single ?? bare ?? ''
}
