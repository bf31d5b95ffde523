import {withoutFragment, canonicalUrl} from '../matching/address'
import {replaceInAddress, type Sought} from '../matching/replace-text'
import {anything, samePiece, text, tidy, type Layout, type Piece} from './layout'

/** Of addresses that rules see. */
const schemes = ['https', 'http', 'wss', 'ws']
const ends = '://'

const schemeOf = (some: readonly string[]): Piece => ({kind: 'scheme', schemes: some})
const anyScheme = schemeOf(schemes)

/** Whether the browser puts back what a replacement takes of each scheme and the slashes behind it, as it does with `//` to `/`. */
export const isPutBack = (sought: Sought, to: string): boolean =>
  schemes.every(scheme => {
    const before = scheme + ends
    const after = replaceInAddress(before, sought, to)
    const url = canonicalUrl(`${after}a.test/`)
    return after !== before && url !== undefined && withoutFragment(url) === `${before}a.test/`
  })

/** Every way in which an address can hold a text: behind its scheme, in it, or with the start of the text in it. */
function besideText(start: string, rest: Layout): Layout[] {
  const holding = schemes.filter(scheme => (scheme + ends).includes(start))
  const torn = Array.from({length: start.length}, (_, at) => [start.slice(0, at + 1), start.slice(at + 1)] as const)
    .filter(([, behind]) => behind !== '' && !behind.startsWith('/'))
    .flatMap(([ahead, behind]): Layout[] => {
      const some = schemes.filter(scheme => (scheme + ends).endsWith(ahead))
      return some.length > 0 ? [[schemeOf(some), text(behind), ...rest]] : []
    })
  return [
    [anyScheme, anything, text(start), ...rest],
    ...(holding.length > 0 ? [[schemeOf(holding), ...rest]] : []),
    ...torn,
  ]
}

/** The arrangements of a source with the scheme apart, so that nothing is looked for in it; as they are where it cannot be told apart. */
export function besideScheme(layout: Layout): Layout[] {
  const [first, second, ...rest] = layout
  if (first === undefined) return [layout]
  if (second === undefined) return samePiece(first, anything) ? [[anyScheme, anything]] : [layout]
  if (first.kind === 'text') {
    const scheme = schemes.find(each => first.text.startsWith(each + ends))
    if (scheme === undefined) return [layout]
    return [tidy([schemeOf([scheme]), text(first.text.slice(scheme.length + ends.length)), second, ...rest])]
  }
  if (second.kind !== 'text') return [layout]
  if (!samePiece(first, anything))
    return second.text.startsWith(ends) ? [tidy([anyScheme, text(second.text.slice(ends.length)), ...rest])] : [layout]
  const [third] = rest
  return third && samePiece(third, anything) ? besideText(second.text, rest) : [layout]
}
