import type {PagePlan} from '../../src/model/page-rules'
import {isRedirectedBy, parseDelayPageUrl, continueNavigation} from '../../src/page/delay-page/delayed-navigation'
import {
  navigate,
  navigateTab,
  readStoredPlan,
  readBrowserRules,
  reportApplied,
} from '../../src/browser/shared/delay-page-port'
import {delayPageTexts} from '../../src/locales/delay-page'

const isFrame = parent !== window

function showText(text: string): void {
  // In a frame, this closes the document opened below.
  document.close()
  document.title = text
  const paragraph = document.createElement('p')
  paragraph.textContent = text
  document.body.replaceChildren(paragraph)
}

async function openDestination(): Promise<void> {
  const navigation = parseDelayPageUrl(location.href)
  if (navigation === null) return showText(delayPageTexts('nothing'))
  const [browserRules, storedPlan] = await Promise.all([
    readBrowserRules(navigation.id),
    readStoredPlan().catch(() => undefined),
  ])
  if (!browserRules.some(isRedirectedBy(navigation))) return showText(delayPageTexts('nothing'))
  const plan = storedPlan === undefined ? null : (JSON.parse(storedPlan) as PagePlan)
  const {ancestorOrigins} = location
  const top = ancestorOrigins[ancestorOrigins.length - 1] ?? ''
  const context = {isFrame, pageHost: URL.canParse(top) ? new URL(top).hostname : ''}
  const {delay, url, rules} = continueNavigation(navigation, plan, context)
  reportApplied({
    rules,
    url: navigation.url,
    to: url ?? undefined,
    led: navigation.delay > 0 ? navigation.id : undefined,
    isFrame,
  })
  if (url === null) return showText(delayPageTexts('stopped'))
  // Replaces this page, so that Back skips it.
  setTimeout(() => (isFrame ? navigate(url) : void navigateTab(url)), delay)
}

// A sandboxed frame has no extension API, and its navigations would return to this page.
if (origin !== 'null') {
  // An open document delays the load event of the page around the frame until the target loads.
  if (isFrame) document.open()
  else document.body.replaceChildren()
  void openDestination()
}
