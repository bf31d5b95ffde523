import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {chromium, type BrowserContext, type Page, type Worker} from '@playwright/test'
import {findChromium} from '../run/chromium.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))

export type Launch = {
  /** The folder of an unpacked extension, relative to the project; without it, a bare browser. */
  readonly extension?: string
  /** A profile to keep; without one, a new one that is thrown away. */
  readonly profile?: string
  /** With a window to look at. */
  readonly headed?: boolean
  /** Takes https from a server that nobody vouches for. */
  readonly trustsAnyCertificate?: boolean
  /** Opens DevTools beside each tab. */
  readonly withDevTools?: boolean
  /** Keeps pages that are left for the way back, as Chrome does and Playwright does not. */
  readonly keepsLeftPages?: boolean
}

type LaunchedBrowser = {
  readonly context: BrowserContext
  close(): Promise<void>
}

export type LaunchedExtension = LaunchedBrowser & {
  readonly extensionId: string
  /** The service worker; it must be awake, or about to be. */
  worker(): Promise<Worker>
  /** A page of the extension in a new tab: `open('options.html#/rules')`. */
  open(path: string): Promise<Page>
}

/** Every host under `.test` is this computer; nothing else is asked on the network. */
function argumentsOf({extension, headed, trustsAnyCertificate, withDevTools}: Launch): string[] {
  const folder = extension === undefined ? undefined : join(root, extension)
  return [
    ...(headed ? [] : ['--headless=new']),
    '--no-sandbox',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--host-resolver-rules=MAP *.test 127.0.0.1',
    ...(withDevTools ? ['--auto-open-devtools-for-tabs'] : []),
    ...(trustsAnyCertificate ? ['--ignore-certificate-errors'] : []),
    ...(folder === undefined ? [] : [`--disable-extensions-except=${folder}`, `--load-extension=${folder}`]),
  ]
}

export async function launchBrowser(launch: Launch = {}): Promise<LaunchedBrowser> {
  const profile = launch.profile ?? (await mkdtemp(join(tmpdir(), 'switchyard-profile-')))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    // Playwright's own headless mode is another program, which has no extensions.
    headless: false,
    ignoreDefaultArgs: launch.keepsLeftPages ? ['--disable-back-forward-cache'] : [],
    args: argumentsOf(launch),
    env: {...process.env, FONTCONFIG_FILE: join(root, 'test/browser/fonts.conf')},
    viewport: launch.headed ? null : {width: 1280, height: 800},
  })
  return {
    context,
    async close() {
      await context.close()
      // Chromium may still be writing for a moment after it is closed.
      if (launch.profile === undefined)
        await rm(profile, {recursive: true, force: true, maxRetries: 10, retryDelay: 100})
    },
  }
}

/** A Chromium with the extension loaded and its service worker running. */
export async function launchWithExtension(
  launch: Launch & {readonly extension: string} = {extension: '.output/chrome-mv3'},
): Promise<LaunchedExtension> {
  const browser = await launchBrowser(launch)
  const {context} = browser
  const worker = () => liveWorker(context)
  try {
    const extensionId = new URL((await worker()).url()).host
    const open = async (path: string) => {
      const page = await context.newPage()
      await page.goto(`chrome-extension://${extensionId}/${path}`)
      return page
    }
    return {...browser, extensionId, worker, open}
  } catch (error) {
    await browser.close()
    throw error
  }
}

async function liveWorker(context: BrowserContext): Promise<Worker> {
  const isOurs = (worker: Worker) => worker.url().startsWith('chrome-extension://')
  const worker =
    context.serviceWorkers().find(isOurs) ??
    (await context.waitForEvent('serviceworker', {predicate: isOurs, timeout: 30_000}))
  // It is announced before it is active, when it has no `chrome` API yet.
  await worker.evaluate(async () => {
    const {registration} = globalThis as unknown as {readonly registration: ServiceWorkerRegistration}
    while (registration.active?.state !== 'activated') await new Promise(later => setTimeout(later, 10))
  })
  return worker
}

/**
 * Kills the extension's service worker, as Chromium may at any moment, and waits until it has
 * stopped. `page` is an extension page. The next message starts it again as the same Playwright
 * `Worker`; until then its `evaluate` gets no answer.
 */
export async function stopWorkers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const running = new Map<string, boolean>()
  const stopped = new Promise<void>((done, failed) => {
    const late = setTimeout(() => failed(new Error('The service worker did not stop')), 10_000)
    session.on('ServiceWorker.workerVersionUpdated', ({versions}) => {
      for (const {versionId, runningStatus} of versions) running.set(versionId, runningStatus !== 'stopped')
      if (running.size === 0 || [...running.values()].includes(true)) return
      clearTimeout(late)
      done()
    })
  })
  const stop = session.send('ServiceWorker.enable').then(() => session.send('ServiceWorker.stopAllWorkers'))
  await Promise.all([stop, stopped])
  await session.detach()
}
