import type {Signal} from '@preact/signals'
import type {Applied} from '../state/applied'
import {pageOf} from './here'
import type {PopupSurface} from './surface'

export type Page = {readonly id: number | undefined; readonly url: URL | null | undefined}

type Needs = {
  readonly page: Signal<Page | null>
  readonly applied: Pick<Applied, 'look'>
  readonly surface: Pick<PopupSurface, 'onNavigated' | 'wasThere'>
}

const withoutHash = ({url}: Page): string | undefined => url?.href.replace(/#.*/, '')

/** While the popup is open its tab may go elsewhere: what rules did there is asked first, so that no row is of the page before. */
export function followTab({page, applied, surface}: Needs): () => void {
  let since = Date.now()
  return surface.onNavigated(async (id, address) => {
    const before = page.peek()
    const next = {id, url: pageOf(address)}
    if (before?.id !== id || withoutHash(before) === withoutHash(next)) return
    // A page that writes its own address has asked for nothing: it is what stood there.
    if (before.url?.origin === next.url?.origin && (await surface.wasThere(id, since))) return
    since = Date.now()
    await applied.look()
    page.value = next
  })
}
