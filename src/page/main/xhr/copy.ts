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

/** `structuredClone` refuses these. Throws for a body of another kind. */
function byEntries(Kind: typeof FormData): Copies {
  const each = operation(Kind, 'forEach')
  const add = operation(Kind, 'append')
  return body => {
    const copy = new Kind()
    each(body as FormData, (value, name) => add(copy, name, value as Blob))
    return copy
  }
}

/** An object without a platform type is sent as text. Throws where the body is no object. */
function byStructure(body: Body): Body {
  const copy = structuredClone(body)
  return getPrototypeOf(getPrototypeOf(copy as object) as object) ? copy : asText(body)
}

/** A snapshot of the body, which the page may change while the request waits. */
export const copyOf = orElse(
  byStructure,
  orElse(
    byEntries(FormData),
    orElse(byEntries(URLSearchParams as unknown as typeof FormData), body => body),
  ),
)
