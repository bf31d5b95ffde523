import {operation} from '../natives'

type Body = XMLHttpRequestBodyInit | null
type Copies = (body: Body) => Body

const orElse =
  (first: Copies, other: Copies): Copies =>
  body => {
    try {
      return first(body)
    } catch {
      return other(body)
    }
  }

/** What the browser's own way of copying refuses. It throws where the body is of another kind. */
function byEntries(Kind: typeof FormData): Copies {
  const each = operation(Kind, 'forEach')
  const add = operation(Kind, 'append')
  return body => {
    const copy = new Kind()
    each(body as FormData, (value, name) => add(copy, name, value as Blob))
    return copy
  }
}

/** A body as it is now, whatever the page does to it meanwhile. */
export const copyOf = orElse(
  structuredClone,
  orElse(
    byEntries(FormData),
    orElse(byEntries(URLSearchParams as unknown as typeof FormData), body => body),
  ),
)
