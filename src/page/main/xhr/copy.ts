import {asText, getPrototypeOf, operation} from '../natives'

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

/** An object of the page's own is sent as what it says of itself, which a copy does not. It throws where the body is no object. */
function byStructure(body: Body): Body {
  const copy = structuredClone(body)
  return getPrototypeOf(getPrototypeOf(copy as object) as object) ? copy : asText(body)
}

/** A body as it is now, whatever the page does to it meanwhile. */
export const copyOf = orElse(
  byStructure,
  orElse(
    byEntries(FormData),
    orElse(byEntries(URLSearchParams as unknown as typeof FormData), body => body),
  ),
)
