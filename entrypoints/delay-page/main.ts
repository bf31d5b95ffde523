import type {PagePlan} from '../../src/model/page-rules'
import {leadsBy, readDetour, onwardFrom} from '../../src/page/delay-page/detour'
import {
  navigate,
  navigateTab,
  readStoredPlan,
  readBrowserRules,
  reportApplied,
} from '../../src/browser/shared/delay-page-port'
import {waitWords} from '../../src/ui/words'

const isFrame = parent !== window

function showText(text: string): void {
  // In a frame, this closes the document opened below.
  document.close()
  document.title = text
  const paragraph = document.createElement('p')
  paragraph.textContent = text
  document.body.replaceChildren(paragraph)
}

async function continueNavigation(): Promise<void> {
  const detour = readDetour(location.href)
  if (detour === null) return showText(waitWords.nothing)
  const [browserRules, storedPlan] = await Promise.all([
    readBrowserRules(detour.id),
    readStoredPlan().catch(() => undefined),
  ])
  if (!browserRules.some(leadsBy(detour))) return showText(waitWords.nothing)
  const plan = storedPlan === undefined ? null : (JSON.parse(storedPlan) as PagePlan)
  const {ancestorOrigins} = location
  const top = ancestorOrigins[ancestorOrigins.length - 1] ?? ''
  const place = {isFrame, pageHost: URL.canParse(top) ? new URL(top).hostname : ''}
  const {wait, url, rules} = onwardFrom(detour, plan, place)
  reportApplied({rules, url: detour.url, to: url ?? undefined, led: detour.wait > 0 ? detour.id : undefined, isFrame})
  if (url === null) return showText(waitWords.stopped)
  // Replaces this page, so that Back skips it.
  setTimeout(() => (isFrame ? navigate(url) : void navigateTab(url)), wait)
}

// A sandboxed frame has no extension API, and its navigations would return to this page.
if (origin !== 'null') {
  // An open document delays the load event of the page around the frame until the target loads.
  if (isFrame) document.open()
  else document.body.replaceChildren()
  void continueNavigation()
}
