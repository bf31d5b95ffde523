import type {LaunchedExtension} from '../browser/browser'

type HeapUsage = {readonly usedSize: number}
type ProtocolMessage = {readonly id?: number; readonly result?: unknown}

/** JavaScript heap of the running service worker after a garbage collection, in bytes. */
export async function measureWorkerMemory({context}: LaunchedExtension): Promise<number> {
  const browser = context.browser()
  if (browser === null) throw new Error('This browser is not one that can be asked about its workers')
  const session = await browser.newBrowserCDPSession()
  const {targetInfos} = await session.send('Target.getTargets')
  const worker = targetInfos.find(({type, url}) => type === 'service_worker' && url.startsWith('chrome-extension://'))
  if (worker === undefined) throw new Error('The service worker sleeps')
  // Playwright has no CDP session for workers, so messages go through the browser's session.
  const {sessionId} = await session.send('Target.attachToTarget', {targetId: worker.targetId, flatten: false})
  const answers = new Map<number, (result: unknown) => void>()
  session.on('Target.receivedMessageFromTarget', ({message}) => {
    const {id = 0, result} = JSON.parse(message) as ProtocolMessage
    answers.get(id)?.(result)
  })
  const send = (method: string) =>
    new Promise<unknown>((done, failed) => {
      const id = answers.size + 1
      answers.set(id, done)
      const message = JSON.stringify({id, method})
      session.send('Target.sendMessageToTarget', {sessionId, message}).catch(failed)
    })
  await send('HeapProfiler.collectGarbage')
  const {usedSize} = (await send('Runtime.getHeapUsage')) as HeapUsage
  await session.detach()
  return usedSize
}
