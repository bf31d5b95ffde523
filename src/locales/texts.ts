import {IntlMessageFormat} from 'intl-messageformat'

export type TextValue = string | number | boolean
export type TextParams = Readonly<Record<string, TextValue>>

/** A text that is not formatted yet. A parameter may be another text of the same catalogue. */
export type Message<Key extends string = string> = {readonly code: Key; readonly params?: MessageParams<Key>}
export type MessageParams<Key extends string = string> = Readonly<Record<string, TextValue | Message<Key>>>

/** Tags that a text may hold, such as `When <code>{value}</code>`. */
const tags = ['b', 'code', 'kbd', 'link'] as const
type TextTag = (typeof tags)[number]
export type TextPart = string | {readonly tag: TextTag; readonly text: string}

type Catalogue<Key extends string> = Readonly<Record<Key, string>>
type Catalogues<Key extends string> = {readonly en: Catalogue<Key>} & {
  readonly [language: string]: Partial<Catalogue<Key>>
}

export type Texts<Key extends string> = {
  /** The text in the chosen language, without its tags. Throws if a parameter is missing. */
  (key: Key, params?: TextParams): string
  /** The text as a list, so that a page can draw its tags. */
  parts(key: Key, params?: TextParams): TextPart[]
  /** A message and the messages within it. A stored code may be unknown: then the code is shown. */
  show(message: Message<Key>): string
}

let chosen = 'en'

/** Chooses the language of every catalogue. A text that has no translation is shown in English. */
export function setLanguage(language: string): void {
  chosen = language
}

export const getLanguage = (): string => chosen

const tagParts = Object.fromEntries(
  tags.map(tag => [tag, (chunks: readonly unknown[]): TextPart => ({tag, text: chunks.join('')})]),
)
const isPlain = (message: string): boolean => !/[{<']/.test(message)

/** The typed function that formats the texts of one catalogue, which are ICU messages. */
export function createTexts<Key extends string>(catalogues: Catalogues<Key>): Texts<Key> {
  const parsed = new Map<string, IntlMessageFormat>()

  function parse(language: string, key: Key, message: string): IntlMessageFormat {
    const id = `${language} ${key}`
    const known = parsed.get(id)
    if (known !== undefined) return known
    const format = new IntlMessageFormat(message, language)
    parsed.set(id, format)
    return format
  }

  function parts(key: Key, params: TextParams = {}): TextPart[] {
    const translated = catalogues[chosen]?.[key]
    const message = translated ?? catalogues.en[key]
    if (isPlain(message)) return [message]
    const format = parse(translated === undefined ? 'en' : chosen, key, message)
    const result = format.format<TextPart>({...tagParts, ...params})
    return Array.isArray(result) ? result : [result]
  }

  const text = (key: Key, params?: TextParams): string =>
    parts(key, params)
      .map(part => (typeof part === 'string' ? part : part.text))
      .join('')

  const isMessage = (value: TextValue | Message<Key>): value is Message<Key> => typeof value === 'object'

  function show({code, params = {}}: Message<Key>): string {
    if (!Object.hasOwn(catalogues.en, code)) return code
    const shown = Object.entries(params).map(([name, value]) => [name, isMessage(value) ? show(value) : value])
    return text(code, Object.fromEntries(shown) as TextParams)
  }

  return Object.assign(text, {parts, show})
}
