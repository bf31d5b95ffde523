import type {Replacement} from '../contract/page-way'
import {withoutFragment} from './address'
import {fillCaptures} from './captures'

/**
 * The address with every occurrence changed, its fragment left alone. Where the new text holds the old, an occurrence that already
 * stands inside the new text stays: otherwise there would be no end, since a changed address is looked at again.
 */
export function replaceBy(url: string, {regex, to, groups, insideNew}: Replacement): string {
  const address = withoutFragment(url)
  const replaced = address.replace(new RegExp(regex, 'g'), (found: string, ...rest: unknown[]) => {
    if (groups !== null)
      return fillCaptures(
        to,
        rest.slice(0, groups).map(capture => (typeof capture === 'string' ? capture : '')),
      )
    const at = insideNew.length > 0 ? rest.find(each => typeof each === 'number') : undefined
    return at !== undefined && insideNew.some(inside => address.startsWith(to, at - inside)) ? found : to
  })
  return replaced + url.slice(address.length)
}
