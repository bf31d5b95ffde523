import {parsed, type JsonRecord} from '../contract/json'

/** The parameters of GraphQL that are JSON, in a query or in a form with files. */
const json = /^(?:variables|extensions|operations)$/

/** A part with a text; that of a file says the file's name behind its own. */
const part = /^\r\n.*; name="([^"]*)"\r\n\r\n([^]*)\r\n$/i

/** `FormData` is sent in parts, between lines that are all as its first one; files are left out. */
function pairsOf(form: string): readonly (readonly [name: string, value: string])[] {
  const [line] = form.split('\r\n', 1)
  if (!line?.startsWith('--')) return [...new URLSearchParams(form)]
  return form.split(line).flatMap(each => {
    const [, name, value] = part.exec(each) ?? []
    return name === undefined || value === undefined ? [] : [[name, value]]
  })
}

/** The fields of a form or of a query, in their order, each by itself: a name may come several times. Values are text, or GraphQL's JSON. */
export const fieldsOfForm = (form: string): readonly JsonRecord[] =>
  pairsOf(form).map(([name, value]) => ({[name]: (json.test(name) ? parsed(value) : undefined) ?? value}))

/** A value of a payload as what is compared: a text as it is, else its JSON. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
